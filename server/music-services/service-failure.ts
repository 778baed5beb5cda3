/** What has failed at a music service. The codes are stored and sent; each kind of use has texts for its own. */
export type ServiceFailureCode =
  | PassingCode
  | 'address_refused'
  | 'all_rejected'
  | 'claimed'
  | 'key_refused'
  | 'login_ended'
  | 'no_statistics_yet'
  | 'private_profile'
  | 'refused'
  | 'secret_unreadable'
  | 'storage_full'
  | 'token_needed'
  | 'token_refused'
  | 'unknown_name'

type PassingCode = 'daily_limit' | 'rate_limited' | 'server_error' | 'service_away' | 'unreadable_answer'

const PASSING: ReadonlySet<ServiceFailureCode> = new Set<PassingCode>([
  'daily_limit',
  'rate_limited',
  'server_error',
  'service_away',
  'unreadable_answer',
])

/**
 * A failed request to a service. The message is its code: it never contains an address or a secret.
 * `retryAfterMs`: the time after which the service allows a retry.
 */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure'
  readonly code: ServiceFailureCode
  readonly retryAfterMs: number | undefined

  constructor(code: ServiceFailureCode, { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  /** Whether it passes by itself. Any other one needs an act of the member or the operator. */
  get isPassing(): boolean {
    return PASSING.has(this.code)
  }
}

/** Returns a failure and what to do about it, a sentence each. `title` is the service's. */
type FailureText = (title: string) => { readonly sentence: string; readonly advice: string }

export type FailureTexts = Readonly<Partial<Record<ServiceFailureCode, FailureText>>>

/** Returns the texts of a stored failure code with the code; null for none, or an unknown one. */
export function describeFailureCode(texts: FailureTexts, code: string | null, title: string) {
  const text = code === null ? undefined : new Map(Object.entries(texts)).get(code)
  return code === null || text === undefined ? null : { code, ...text(title) }
}
