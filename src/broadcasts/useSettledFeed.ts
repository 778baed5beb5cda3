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
  const { value: items = [], askedAt } = head
  const newest = items.reduce((id, it) => Math.max(id, it.id), 0)
  const [shownUpTo, setShownUpTo] = useState(newest)
  const [awaitedSince, setAwaitedSince] = useState<number | undefined>(() => Date.now() - HEAD_START_MS)
  const isAwaited = awaitedSince !== undefined && askedAt !== undefined && askedAt >= awaitedSince
  if (isAwaited) setAwaitedSince(undefined)
  const isOwn = (it: FeedItem | HiddenRow) => member !== null && 'user' in it && isSameName(it.user, member)
  const isNew = (it: FeedItem | HiddenRow) => it.id > shownUpTo && !isOwn(it)
  // No row that was read is left on the page: there is no position to preserve.
  const isAllNew = newest > 0 && items.every(isNew)
  const isDue = isAllNew || (isAwaited && globalThis.scrollY < NEAR_TOP_PX)
  if (newest > shownUpTo && isDue) setShownUpTo(newest)

  return {
    items: items.filter((it) => !isNew(it)),
    newCount: shownRows(items).filter((it) => isNew(it) && isShown(it)).length,
    newest,
    /** Shows the new broadcasts, and the next response too. */
    showNew: () => {
      setShownUpTo(newest)
      setAwaitedSince(Date.now())
    },
  }
}
