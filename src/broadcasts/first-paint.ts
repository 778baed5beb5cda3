import type { Broadcast } from '#contract/broadcasts/feed.ts'
import type { SelectFirstPaint } from '#src/cache/first-paint.ts'
import type { Answered } from '#src/cache/live.ts'

const FIRST_SCREEN = 12

/** Selects the first screen of the feed from the whole cache, for the first paint. */
export const selectFirstPaint: SelectFirstPaint = (queryKey, data) => {
  if (queryKey[0] !== 'broadcasts' || (queryKey[1] !== 'feed' && queryKey[1] !== 'following')) return undefined
  // written by the queries of the two feeds
  const { answer, ...rest } = data as Answered<{ broadcasts: Broadcast[] } | null>
  if (answer === null) return undefined
  return { ...rest, answer: { ...answer, broadcasts: answer.broadcasts.slice(0, FIRST_SCREEN) } }
}
