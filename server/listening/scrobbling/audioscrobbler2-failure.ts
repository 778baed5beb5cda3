import type { Refusal } from '#server/http/refusal.ts'

/** Last.fm's numbers of what may be wrong, with the status that each comes with. */
const STATUSES = {
  /** There is no such method. */
  3: 400,
  /** Authentication failed. */
  4: 403,
  /** A parameter is missing or wrong. */
  6: 400,
  /** The session key is not valid (any more): log in again. */
  9: 403,
  /** The API key is not valid. */
  10: 403,
  /** A token of auth.getToken that nobody has allowed yet. */
  14: 403,
  /** Ours: try again. */
  16: 503,
  /** Somebody else's listens. */
  17: 403,
  /** Too often. */
  29: 429,
} as const

/** An answer of Audioscrobbler 2.0 that says no. */
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

/** A refusal in Last.fm's numbers: what is our fault, or passes, is tried again by clients. */
export function failureOf({ status, message, headers }: Refusal): Failure {
  if (status === 401) return new Failure(9, 'Invalid session key - Please re-authenticate')
  if (status === 429) return new Failure(29, message, headers)
  return new Failure(status >= 500 ? 16 : 6, message, headers)
}
