import { type Entry, isOnItsWay } from '../outbox/entry.ts'
import type { Loaded } from '../outbox/meta.ts'
import { isAhead, pausedUntil } from './breaker.ts'

export interface Wait {
  /** The time for its next attempt, in ms since 1970; undefined while that is unknown. */
  readonly until: number | undefined
  /** The server demands it (Retry-After): before that time it is only probed, once a minute. */
  readonly isDemanded: boolean
}

/** Returns why an entry, or the one before it in its lane, waits; undefined if it is about to be sent. */
export function findWait({ meta, entries }: Loaded, entry: Entry, now: number): Wait | undefined {
  const head = entries.find((candidate) => candidate.lane === entry.lane && isOnItsWay(candidate))
  if (!head || !isOnItsWay(entry)) return undefined
  if (meta.paused !== undefined) return { until: undefined, isDemanded: false }
  // Also during a probe, which takes a moment and mostly fails.
  if (isAhead(head.quietUntil, now)) return { until: head.quietUntil, isDemanded: true }
  const restUntil = pausedUntil(meta, head.seq, now)
  if (head.status === 'sending' || (head.status === 'queued' && restUntil === undefined)) return undefined
  const ownUntil = isAhead(head.nextAt, now) ? head.nextAt : undefined
  return { until: Math.max(ownUntil ?? 0, restUntil ?? 0) || undefined, isDemanded: false }
}
