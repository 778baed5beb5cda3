import { useState } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import type { Live } from '#src/cache/useLive.ts'
import type { FeedItem } from './overlay.ts'

const NEAR_TOP_PX = 40
/** The route's loader sends the request shortly before the screen mounts, in ms. */
const HEAD_START_MS = 2000

/**
 * Returns a stable list: broadcasts that arrive while it is read are behind a button. The response
 * that the user is waiting for (the screen was opened, or new ones were requested) is shown at
 * once, and so are the user's own.
 */
export function useSettledFeed(
  head: Live<(FeedItem | HiddenRow)[]>,
  isShown: (item: FeedItem) => boolean,
  member: string | null,
) {
  const { value: items = [], requestedAt } = head
  const newest = items.reduce((id, item) => Math.max(id, item.id), 0)
  const [shownUpTo, setShownUpTo] = useState(newest)
  const [awaitedSince, setAwaitedSince] = useState<number | undefined>(() => Date.now() - HEAD_START_MS)
  const isAwaited = awaitedSince !== undefined && requestedAt !== undefined && requestedAt >= awaitedSince
  if (isAwaited) setAwaitedSince(undefined)
  const isOwn = (row: FeedItem | HiddenRow) => member !== null && 'user' in row && isSameName(row.user, member)
  const isNew = (row: FeedItem | HiddenRow) => row.id > shownUpTo && !isOwn(row)
  // No row that was read is left on the page: there is no position to preserve.
  const isAllNew = newest > 0 && items.every(isNew)
  const isDue = isAllNew || (isAwaited && globalThis.scrollY < NEAR_TOP_PX)
  if (newest > shownUpTo && isDue) setShownUpTo(newest)

  return {
    items: items.filter((item) => !isNew(item)),
    newCount: shownRows(items).filter((row) => isNew(row) && isShown(row)).length,
    newest,
    /** Shows the new broadcasts, and the next response too. */
    showNew: () => {
      setShownUpTo(newest)
      setAwaitedSince(Date.now())
    },
  }
}
