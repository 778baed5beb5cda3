/** A request or an answer of HTTP/1.1 as it came over the wire; `body` is raw, chunks and all. */
export interface Message {
  /** `GET / HTTP/1.1`, or `HTTP/1.1 200 OK`. */
  readonly start: string
  /** Names in lower case, in their order. */
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
}

const END_OF_HEAD = '\r\n\r\n'

export const headerOf = ({ headers }: Pick<Message, 'headers'>, name: string): string | undefined =>
  headers.find(([it]) => it === name)?.[1]

/** Head and body in one piece. */
export const bytesOf = (message: Message): Buffer => Buffer.concat([headBytes(message), message.body])

export const headBytes = ({ start, headers }: Message): Buffer =>
  Buffer.from(`${[start, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\r\n')}${END_OF_HEAD}`, 'latin1')

/** The same message with these headers in place of its own. A value of undefined takes one away. */
export function withHeaders(message: Message, changes: Readonly<Record<string, string | undefined>>): Message {
  const kept = message.headers.filter(([name]) => !(name in changes))
  const added = Object.entries(changes).filter((it): it is [string, string] => it[1] !== undefined)
  return { ...message, headers: [...kept, ...added] }
}

/**
 * Takes the first request off what has arrived; undefined while it is not complete. Throws for a chunked one: a browser's
 * requests here have no body at all.
 */
export function takeRequest(arrived: Buffer): { request: Message; rest: Buffer } | undefined {
  const split = splitHead(arrived)
  if (!split) return undefined
  const head = parseHead(split.head)
  if (headerOf(head, 'transfer-encoding') !== undefined) throw new Error('The proxy reads no chunked requests.')
  const length = Number(headerOf(head, 'content-length') ?? 0)
  if (split.rest.length < length) return undefined
  return { request: { ...head, body: split.rest.subarray(0, length) }, rest: split.rest.subarray(length) }
}

/** An answer of which nothing is missing, for its sender has closed the connection. */
export function parseAnswer(bytes: Buffer): Message {
  const split = splitHead(bytes)
  if (!split) throw new Error('The server closed before its answer was complete.')
  return { ...parseHead(split.head), body: split.rest }
}

function splitHead(bytes: Buffer): { head: string; rest: Buffer } | undefined {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return undefined
  return { head: bytes.toString('latin1', 0, end), rest: bytes.subarray(end + END_OF_HEAD.length) }
}

function parseHead(head: string): Pick<Message, 'start' | 'headers'> {
  const [start = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { start, headers }
}
