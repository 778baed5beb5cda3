import { writeKeptScreen } from './kept-screen.ts'

const ARTICLES = 6
const MAX_CHARACTERS = 60_000

/** Notices of the moment, but for what the next start says without a network. */
const NOT_KEPT = 'dialog, [popover], script, [data-fleeting], [role="status"]:not([data-offline] *), aside > *'

/** How often it looks whether the feed's first answer has come. */
const AGAIN_MS = 2000

/**
 * Keeps what the feed shows for the next start: as soon as it shows anything, and whenever the app goes into the background. Stops
 * with `signal`: after a sign-out nothing is written. What was scrolled to is not kept, what stood at the top stays.
 */
export function keepFirstScreen(member: string | null, signal: AbortSignal): void {
  const keep = (): boolean => {
    const root = document.getElementById('root')
    const html = signal.aborted || root === null ? undefined : firstScreenOf(root)
    if (html === undefined) return false
    if (html.length > MAX_CHARACTERS) return true
    try {
      writeKeptScreen(member, html)
    } catch (error) {
      console.warn('The first screen could not be kept for the next start.', error)
    }
    return true
  }
  const onHidden = () => {
    if (document.visibilityState === 'hidden') keep()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
  window.addEventListener('pagehide', keep, { signal })
  const keepOnce = () => {
    if (!signal.aborted && !keep()) setTimeout(keepOnce, AGAIN_MS)
  }
  keepOnce()
}

/** A feed that is shown from its top, without what only scripts can place or work; undefined for anything else. */
function firstScreenOf(root: Element): string | undefined {
  // Looked for before anything is copied: a feed of thousands that is scrolled down is copied for nothing.
  if (root.querySelector('[role="feed"] > article')?.getAttribute('aria-posinset') !== '1') return undefined
  const copy = root.cloneNode(true) as Element // a clone of an element is one
  const feed = copy.querySelector('[role="feed"]')
  const articles = [...(feed?.querySelectorAll(':scope > article') ?? [])].slice(0, ARTICLES)
  for (const article of articles) article.removeAttribute('class')
  feed?.replaceChildren(...articles)
  for (const it of copy.querySelectorAll(NOT_KEPT)) it.remove()
  for (const it of copy.querySelectorAll('[style]')) it.removeAttribute('style')
  copy.querySelector('main')?.setAttribute('inert', '')
  return copy.innerHTML
}
