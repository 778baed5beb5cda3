import { setTimeout as wait } from 'node:timers/promises'
import type { Group } from './count-inbox.ts'

/* How fast scrobbles are counted while others come in. */

/** While scrobbles come in counting rests for so many times as long as it takes. */
const RESTS = 3
/** So many times when such a share of the inbox is full: more comes in than could be counted beside it. */
const [STORM_RESTS, STORM_FILL] = [29, 0.03]
/** Not at all when so much of it is full, or the oldest has waited for so long. */
const [NO_REST_FILL, NO_REST_MS] = [0.5, 60_000]
/** At least so long, where the oldest waits for less than that. */
const [YOUNG_REST_MS, YOUNG_MS] = [1_000, 5_000]
/** Scrobbles come in as long as the last one came within that time. */
const BUSY_MS = 100
/** How often whoever rests looks whether that is still so. */
const LOOK_EVERY_MS = 50

interface Pace extends Group {
  /** How long ago the last scrobble came. */
  readonly quietMs: number
  /** How much of the inbox is full: 0 to 1. */
  readonly fill: number
}

/**
 * How long counting rests after a group, in ms: whoever scrobbles waits for an answer and nobody for the count, as whoever reads their
 * own has it counted first, and boards are added up every five seconds. A quarter of the time is left for it, which is enough for all
 * but a storm; that is taken in first and counted when it is over, or has lasted for a minute.
 */
export function restAfter({ tookMs, quietMs, fill, oldestMs }: Pace): number {
  if (quietMs >= BUSY_MS || fill >= NO_REST_FILL || oldestMs >= NO_REST_MS) return 0
  const rests = fill >= STORM_FILL ? STORM_RESTS : RESTS
  return Math.max(rests * tookMs, oldestMs < YOUNG_MS ? YOUNG_REST_MS : 0)
}

/** Resolves after as many ms as `restMs` answers, or as soon as it has changed its mind: nothing comes in any more, or too much. */
export async function restWhile(restMs: () => number): Promise<void> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < restMs()) await wait(LOOK_EVERY_MS)
}
