import { type FailureText, SourceFailure } from '../accounts/source.ts'

/** Failures that last until the member or the operator intervenes: the relay stops. */
const LASTING: ReadonlySet<RelayFailureCode> = new Set([
  'login_ended',
  'key_refused',
  'address_refused',
  'secret_unreadable',
  'all_rejected',
])

/**
 * A failed request to a service. `retryAfterMs`: the time after which the service allows a retry.
 */
export class RelayFailure extends Error {
  override readonly name = 'RelayFailure'
  readonly code: RelayFailureCode
  readonly retryAfterMs: number | undefined

  constructor(code: RelayFailureCode, { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(code, { cause })
    this.code = code
    this.retryAfterMs = retryAfterMs
  }

  /** Whether the relay stops until the member intervenes. */
  get isLasting(): boolean {
    return LASTING.has(this.code)
  }
}

/** The service has rejected a batch as invalid: a smaller one may be accepted. */
export class BatchRejected extends Error {
  override readonly name = 'BatchRejected'
}

/** Returns the relay failure for a failed request; rethrows any other error. */
export function toRelayFailure(error: unknown): RelayFailure {
  if (error instanceof RelayFailure) return error
  if (!(error instanceof SourceFailure)) throw error
  const { code, retryAfterMs } = error
  const known = isRelayFailureCode(code) ? code : 'unreadable_answer'
  return new RelayFailure(known, retryAfterMs === undefined ? { cause: error } : { retryAfterMs, cause: error })
}

/** Texts by failure code. The codes are stored and sent. */
export const relayFailureTexts = {
  rate_limited: (title) => ({
    sentence: `${title} limits the number of requests.`,
    advice: 'Flipside tries again by itself.',
  }),
  service_away: (title) => ({ sentence: `${title} doesn't respond.`, advice: 'Flipside tries again by itself.' }),
  unreadable_answer: (title) => ({
    sentence: `${title} sent a response that Flipside can't read.`,
    advice: 'Flipside tries again by itself. If this lasts, check the address of the server.',
  }),
  daily_limit: (title) => ({
    sentence: `${title} accepts no more scrobbles today.`,
    advice: 'Flipside tries again by itself.',
  }),
  login_ended: (title) => ({
    sentence: `${title} no longer accepts Flipside's access to your account.`,
    advice: 'Link the account again. Pending listens are sent then.',
  }),
  key_refused: (title) => ({
    sentence: `${title} doesn't accept this server's API key.`,
    advice: "Tell this server's operator, then choose Try now.",
  }),
  address_refused: (title) => ({
    sentence: `This server may not connect to the address of ${title}.`,
    advice: "Link a public address that begins with https://, or ask this server's operator to allow it.",
  }),
  secret_unreadable: (title) => ({
    sentence: `This server can't read its access to ${title} any more.`,
    advice: 'Link the account again. Pending listens are sent then.',
  }),
  all_rejected: (title) => ({
    sentence: `${title} rejects each listen.`,
    advice: 'The others wait here. Check the account, then choose Try now.',
  }),
} satisfies Record<string, FailureText>

export type RelayFailureCode = keyof typeof relayFailureTexts

export const isRelayFailureCode = (code: string): code is RelayFailureCode => Object.hasOwn(relayFailureTexts, code)

/** Reasons why a listen was not accepted; they are stored and counted. */
export const ignoreReasons = ['artist', 'track', 'too_old', 'too_new', 'rejected', 'queue_full'] as const
export type IgnoreReason = (typeof ignoreReasons)[number]

/** Texts in the settings for listens that were not accepted: "3 listens: ..." */
export const ignoreTexts: Readonly<Record<IgnoreReason, string>> = {
  artist: 'the artist name was not accepted',
  track: 'the track name was not accepted',
  too_old: 'too old to be accepted',
  too_new: 'a time in the future',
  rejected: 'rejected without a reason',
  queue_full: 'too many were pending',
}
