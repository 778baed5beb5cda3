import { useState } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import type { Live } from '#src/cache/useLive.ts'
import type { FeedItem } from './overlay.ts'

const NEAR_TOP_PX = 40
/** The route's loader asks a moment before the screen is there. */
const HEAD_START_MS = 2000

/**
 * Keeps the list still: broadcasts that arrive while it is read wait behind a button. The answer that a person waits for
 * (the screen was opened, or new ones were asked for) is shown as it comes, and so are one's own.
 */
export function useSettledFeed(head: Live<FeedItem[]>, isShown: (item: FeedItem) => boolean, member: string | null) {
  const { value: items = [], askedAt } = head
  const newest = items.reduce((id, it) => Math.max(id, it.id), 0)
  const [shownUpTo, setShownUpTo] = useState(newest)
  const [awaitedSince, setAwaitedSince] = useState<number | undefined>(() => Date.now() - HEAD_START_MS)
  const isAwaited = awaitedSince !== undefined && askedAt !== undefined && askedAt >= awaitedSince
  if (isAwaited) setAwaitedSince(undefined)
  const isOwn = ({ user }: FeedItem) => member !== null && isSameName(user, member)
  const isNew = (it: FeedItem) => it.id > shownUpTo && !isOwn(it)
  // Of what was read nothing is left on the page: there is nothing to keep still.
  const isAllNew = newest > 0 && items.every(isNew)
  const isDue = isAllNew || (isAwaited && globalThis.scrollY < NEAR_TOP_PX)
  if (newest > shownUpTo && isDue) setShownUpTo(newest)

  return {
    items: items.filter((it) => !isNew(it)),
    newCount: items.filter((it) => isNew(it) && isShown(it)).length,
    newest,
    /** Shows what waits, and the next answer too. */
    showNew: () => {
      setShownUpTo(newest)
      setAwaitedSince(Date.now())
    },
  }
}
