import type { KeyboardEvent } from 'react'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex="-1"])'

/** They unmount with the last page, and would lose the focus. */
export const footOfFeed = { 'data-foot-of-feed': '' } as const

/**
 * Handles the feed pattern's keys (WAI-ARIA Authoring Practices): Page Up and Down move from
 * broadcast to broadcast, Control with Home or End to the element before or after the feed.
 */
export function moveInFeed(event: KeyboardEvent<HTMLElement>): void {
  const feed = event.currentTarget
  // the target of a key is the focused element
  const next = event.ctrlKey ? findOutside(feed, event.key) : findNeighbour(feed, event.target as Element, event.key)
  if (!next) return
  event.preventDefault()
  next.focus()
}

function findNeighbour(feed: Element, focused: Element, key: string): HTMLElement | null {
  const step = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0
  const article = focused.closest('article')
  if (step === 0 || !article) return null
  return feed.querySelector<HTMLElement>(`article[data-index="${Number(article.dataset['index']) + step}"]`)
}

function findOutside(feed: Element, key: string): HTMLElement | undefined {
  if (key !== 'Home' && key !== 'End') return undefined
  const all = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) =>
      !feed.contains(element) &&
      !element.closest('[data-foot-of-feed]') &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  const isAfter = (element: Element) => (feed.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (key === 'Home') return all.findLast((article) => !isAfter(article))
  // On a phone the tabs are visually below the feed; in the document they come before it.
  return all.find(isAfter) ?? document.querySelector<HTMLElement>('nav a[aria-current]') ?? undefined
}
