import type { Meta } from '../outbox/meta.ts'
import { backoffMs } from './backoff.ts'

/**
 * The number of requests in a row without a response, in all tabs and the worker, that opens the
 * breaker.
 */
export const BREAKER = 4
/** A stored time further ahead than this was written under another clock and is ignored. */
export const HORIZON_MS = 3_600_000

/** Returns whether a stored time is in the future. */
export const isAhead = (at: number | undefined, now: number): at is number =>
  at !== undefined && at > now && at - now <= HORIZON_MS

/** Returns whether the server wants no requests at present. */
export const isQuiet = (meta: Meta, now: number) => isAhead(meta.quietUntil, now)

/**
 * Counts a request without a response. After every `BREAKER` in a row all entries pause, longer
 * each time: otherwise fifty lanes with a backoff each would send to a dead server continuously. A
 * later action of the user is still tried once at once (its `seq` is above the pause's).
 */
export function countMiss(meta: Meta, now: number, chance: number): Meta {
  const misses = (meta.misses ?? 0) + 1
  if (misses < BREAKER) return { ...meta, misses }
  const requested = now + backoffMs(Math.floor(misses / BREAKER), chance)
  const until = meta.rest && isAhead(meta.rest.until, now) ? Math.max(requested, meta.rest.until) : requested
  return { ...meta, misses, rest: { until, seq: meta.seq } }
}

/** Closes the breaker after a response from the app's own server. */
export function resetMisses(meta: Meta): Meta {
  const { misses: _misses, rest: _rest, ...remaining } = meta
  return remaining
}

/**
 * Returns the time until which the breaker delays the entry with this `seq`; undefined if it does
 * not.
 */
export const pausedUntil = ({ rest }: Meta, seq: number, now: number): number | undefined =>
  rest !== undefined && seq <= rest.seq && isAhead(rest.until, now) ? rest.until : undefined
