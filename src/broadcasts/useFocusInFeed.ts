import { type FocusEvent, type RefObject, useEffect, useState } from 'react'
import type { FeedEntry } from './fold/fold-posts.ts'

interface Place {
  id: number
  index: number
}

/**
 * Retains the focus in the feed: the focused broadcast stays in the document however far the page
 * is scrolled, and when it is deleted the one in its place takes the focus. `index` is its row,
 * undefined while the focus is elsewhere.
 */
export function useFocusInFeed(list: RefObject<HTMLElement | null>, items: readonly FeedEntry[]) {
  const [place, setPlace] = useState<Place>()
  const found = place && items.findIndex(({ id }) => id === place.id)
  const isRemoved = found === -1
  // After its deletion, the one in its place.
  const index = place && isRemoved ? Math.min(place.index, items.length - 1) : found

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const at = Number(target.closest<HTMLElement>('article')?.dataset['index'])
    const item = items[at]
    if (item && item.id !== place?.id) setPlace({ id: item.id, index: at })
  }
  /** Not called for an element that is removed from the document. */
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) setPlace(undefined)
  }

  useEffect(() => {
    if (!isRemoved || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`article[data-index="${index}"]`)?.focus({ preventScroll: true })
  }, [isRemoved, index, list])

  return { index, onFocus, onBlur }
}
