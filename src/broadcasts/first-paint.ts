import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { FirstPaintOf } from '#src/cache/first-paint.ts'
import type { Answered } from '#src/cache/live.ts'

const FIRST_SCREEN = 12

/** Of the whole cache, the first paint shows the first screen of the feed. */
export const firstPaintOf: FirstPaintOf = (queryKey, data) => {
  if (queryKey[0] !== 'broadcasts' || queryKey[1] !== 'feed') return undefined
  const { answer, ...rest } = data as Answered<{ broadcasts: Broadcast[] }> // the feed's own query wrote it
  return { ...rest, answer: { ...answer, broadcasts: answer.broadcasts.slice(0, FIRST_SCREEN) } }
}
