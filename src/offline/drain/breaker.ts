import type { Entry } from '../outbox/entry.ts'
import type { Meta } from '../outbox/meta.ts'
import { backoffMs } from './backoff.ts'

/** This many requests in a row without a response, in all tabs and the worker, open the breaker. */
export const BREAKER = 4
/** A stored time further ahead than this was written under another clock and is ignored. */
const HORIZON_MS = 3_600_000
export const PROBE_MS = 60_000

export const isAhead = (at: number | undefined, now: number): at is number =>
  at !== undefined && at > now && at - now <= HORIZON_MS

/** Returns whether an entry waits for Retry-After. One probe a minute is excepted. */
export const isQuiet = (meta: Meta, entry: Pick<Entry, 'quietUntil'>, now: number) =>
  isAhead(entry.quietUntil, now) && isAhead(meta.probeAt, now)

/** Returns the meta record after a Retry-After: the next probe is a minute later. */
export const postponeProbe = (meta: Meta, now: number): Meta =>
  isAhead(meta.probeAt, now) ? meta : { ...meta, probeAt: now + PROBE_MS }

/** A request without a usable response. */
export interface Miss {
  /** A number in [0, 1) that sets the breaker pause. */
  chance: number
  retryAfterMs?: number | undefined
}

/**
 * Counts a request without a usable response. After every `BREAKER` in a row all entries pause,
 * longer each time: otherwise fifty lanes with a backoff each would send to a dead server
 * continuously. A Retry-After lengthens it, to a minute at most. A later action by the user is
 * still tried once at once (its `seq` is above the pause's).
 */
export function countMiss(meta: Meta, now: number, { chance, retryAfterMs = 0 }: Miss): Meta {
  const misses = (meta.misses ?? 0) + 1
  if (misses < BREAKER) return { ...meta, misses }
  const backoff = backoffMs(Math.floor(misses / BREAKER), chance)
  const requested = now + Math.max(backoff, Math.min(retryAfterMs, PROBE_MS))
  const until = meta.rest && isAhead(meta.rest.until, now) ? Math.max(requested, meta.rest.until) : requested
  return { ...meta, misses, rest: { until, seq: meta.seq } }
}

/** Closes the breaker after a response to `entry`; after a probe the next may follow at once. */
export function resetMisses(meta: Meta, { quietUntil }: Pick<Entry, 'quietUntil'>): Meta {
  const { misses: _misses, rest: _rest, probeAt, ...remaining } = meta
  return { ...remaining, ...(quietUntil === undefined && probeAt !== undefined && { probeAt }) }
}

/** Returns until when the breaker delays the entry with this `seq`; undefined: not. */
export const pausedUntil = ({ rest }: Meta, seq: number, now: number): number | undefined =>
  rest !== undefined && seq <= rest.seq && isAhead(rest.until, now) ? rest.until : undefined
