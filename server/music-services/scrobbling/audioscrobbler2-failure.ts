import type { Refusal } from '#server/http/refusal.ts'

/** Last.fm's error codes, each with its HTTP status. */
const STATUSES = {
  /** Unknown method. */
  3: 400,
  /** Authentication failed. */
  4: 403,
  /** A parameter is missing or invalid. */
  6: 400,
  /** The session key is invalid or expired: log in again. */
  9: 403,
  /** The API key is invalid. */
  10: 403,
  /** The token from auth.getToken is not authorized. */
  14: 403,
  /** The token from auth.getToken has expired. */
  15: 403,
  /** A temporary server error: retry. */
  16: 503,
  /** Another member's listens. */
  17: 403,
  /** Too many requests. */
  29: 429,
} as const

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly number: keyof typeof STATUSES
  readonly headers: Readonly<Record<string, string>>

  constructor(number: keyof typeof STATUSES, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence)
    this.number = number
    this.headers = headers
  }

  get status(): number {
    return STATUSES[this.number]
  }
}

/** Returns the Last.fm error for a refusal: clients retry server errors and temporary ones. */
export function toFailure({ status, message, headers }: Refusal): Failure {
  if (status === 401) return new Failure(9, 'Invalid session key - Please re-authenticate')
  if (status === 429) return new Failure(29, message, headers)
  return new Failure(status >= 500 ? 16 : 6, message, headers)
}
