import type { Db } from '#server/db/open.ts'
import { type AskOptions, getJson, type ServiceResponse } from './ask.ts'
import { SourceFailure } from './source.ts'
import { pauseTurns, takeTurn } from './turns.ts'

/** GETs an address of one service. */
export type Ask = (url: URL) => Promise<ServiceResponse>

export interface Pace extends AskOptions {
  readonly db: Db
  /** Whose turns are taken: one budget for all processes. */
  readonly service: string
  /** How often it is asked by all of them together. */
  readonly perSecond: number
  /** How long a turn is waited for, in milliseconds. */
  readonly turnPatienceMs: number
}

/** How long a service that is asked too often is left alone when it does not say so itself. */
const PAUSE_MS = 30_000
/** ListenBrainz says how much may be asked in the window, and when the next one begins, in seconds. */
const REMAINING = 'x-ratelimit-remaining'
const RESET_IN = 'x-ratelimit-reset-in'

/**
 * Asks in turns that all processes share. A 429 leaves the service alone for as long as it says, everywhere, and is thrown as
 * `rate_limited`; so does an answer that says that nothing is left of its window.
 */
export function pacedAsk({ db, service, perSecond, turnPatienceMs, ...options }: Pace): Ask {
  return async (url) => {
    await takeTurn(db, { service, perSecond, patienceMs: turnPatienceMs, signal: options.signal })
    const answered = await getJson(url, options)
    const resetMs = secondsIn(answered, RESET_IN)
    if (answered.status === 429) throw await leaveAlone(db, service, secondsIn(answered, 'retry-after') ?? resetMs)
    const { [REMAINING]: remaining } = answered.headers
    if (remaining === '0' && resetMs !== undefined) await pauseTurns(db, service, resetMs)
    return answered
  }
}

/** Notes for all processes that a service is asked too often; answers what to throw. */
export async function leaveAlone(db: Db, service: string, retryAfterMs = PAUSE_MS): Promise<SourceFailure> {
  await pauseTurns(db, service, retryAfterMs)
  return new SourceFailure('rate_limited', { retryAfterMs })
}

/** A header that counts seconds, or of Retry-After a date, in milliseconds. */
function secondsIn({ headers }: ServiceResponse, name: string): number | undefined {
  const value = headers[name]
  if (typeof value !== 'string' || value === '') return undefined
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
