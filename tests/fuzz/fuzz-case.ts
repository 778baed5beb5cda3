/**
 * One input as data, generated from its seed alone. `{token}` and `{session}` in texts are replaced
 * by ada's.
 */
export type FuzzCase = HttpCase | RawCase

export interface HttpCase {
  readonly kind: 'contract' | 'player' | 'picture' | 'import'
  /** The member of the session cookie. */
  readonly as: 'ada' | 'bo' | 'visitor'
  readonly method: string
  /** The path and query, encoded. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** Bytes that are written to a socket, after which the sender closes its side. */
export interface RawCase {
  readonly kind: 'raw'
  readonly bytes: string
}

/** Returns a case in readable form: bodies are truncated. */
export function describeCase(fuzzCase: FuzzCase): string {
  if (fuzzCase.kind === 'raw') return `raw ${JSON.stringify(fuzzCase.bytes.slice(0, 2000))}`
  const { kind, as, method, target, headers, body } = fuzzCase
  const text = typeof body === 'string' ? body : body.toString('latin1')
  const shown = text.length > 2000 ? `${text.slice(0, 2000)}... (${text.length} characters)` : text
  return `${kind} as ${as}: ${method} ${target.slice(0, 3000)}\n  ${JSON.stringify(headers)}\n  ${JSON.stringify(shown)}`
}
