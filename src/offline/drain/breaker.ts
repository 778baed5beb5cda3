import type { Meta } from '../outbox/meta.ts'
import { backoffMs } from './backoff.ts'

/** So many requests in a row without an answer, in any tab or the worker, open the breaker. */
export const BREAKER = 4
/** A moment further ahead than this was written under another clock and does not count. */
export const HORIZON_MS = 3_600_000

/** Whether a stored moment is still to come. */
export const isAhead = (at: number | undefined, now: number): at is number =>
  at !== undefined && at > now && at - now <= HORIZON_MS

/** The server asked for quiet, and that is not over. */
export const isQuiet = (meta: Meta, now: number) => isAhead(meta.quietUntil, now)

/**
 * One more request had no answer. From the fourth in a row on everything rests, longer with every four: fifty lanes, each
 * with a backoff of its own, would otherwise knock on a dead server all the time. What a person does later is tried once
 * at once all the same (`seq` above the rest's).
 */
export function missed(meta: Meta, now: number, chance: number): Meta {
  const misses = (meta.misses ?? 0) + 1
  if (misses < BREAKER) return { ...meta, misses }
  const asked = now + backoffMs(Math.floor(misses / BREAKER), chance)
  const until = meta.rest && isAhead(meta.rest.until, now) ? Math.max(asked, meta.rest.until) : asked
  return { ...meta, misses, rest: { until, seq: meta.seq } }
}

/** Something that speaks for our server answered: the breaker closes. */
export function answered(meta: Meta): Meta {
  const { misses: _misses, rest: _rest, ...kept } = meta
  return kept
}

/** Until when the breaker keeps the entry of this `seq` back; undefined when it does not. */
export const restsUntil = ({ rest }: Meta, seq: number, now: number): number | undefined =>
  rest !== undefined && seq <= rest.seq && isAhead(rest.until, now) ? rest.until : undefined
