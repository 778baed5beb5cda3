import { writeFeedHtml } from './feed-html.ts'

const ARTICLES = 6
const MAX_CHARACTERS = 60_000

/**
 * Elements that are true for a moment only, except the hidden strip that an offline start shows.
 */
const TRANSIENT = 'dialog, [popover], script, [data-fleeting], [role="status"]:not([data-offline] *), aside > *'

const RETRY_MS = 2000

/**
 * Stores the feed's HTML for the next start: once the feed shows broadcasts, and whenever the page
 * is hidden. Only a feed that is rendered from its first row is stored. Stops when `signal` aborts,
 * so that nothing is written after a sign-out.
 */
export function saveFeedHtml(member: string | null, signal: AbortSignal): void {
  const save = (): boolean => {
    const root = document.getElementById('root')
    const html = signal.aborted || root === null ? undefined : readFeedHtml(root)
    if (html === undefined) return false
    if (html.length > MAX_CHARACTERS) return true
    try {
      writeFeedHtml(member, html)
    } catch (error) {
      console.warn('The HTML of the feed could not be stored for the next start.', error)
    }
    return true
  }
  const saveIfHidden = () => {
    if (document.visibilityState === 'hidden') save()
  }
  document.addEventListener('visibilitychange', saveIfHidden, { signal })
  window.addEventListener('pagehide', save, { signal })
  const saveOnce = () => {
    if (!signal.aborted && !save()) setTimeout(saveOnce, RETRY_MS)
  }
  saveOnce()
}

/**
 * Returns the screen with its first articles, without positions and without transient elements;
 * undefined if the first row is not rendered.
 */
function readFeedHtml(root: Element): string | undefined {
  // Checked before the copy is made: a feed with thousands that is scrolled down would be copied
  // for nothing.
  if (root.querySelector('[role="feed"] > article')?.getAttribute('aria-posinset') !== '1') return undefined
  const copy = root.cloneNode(true) as Element // a clone of an element is one
  const feed = copy.querySelector('[role="feed"]')
  const articles = [...(feed?.querySelectorAll(':scope > article') ?? [])].slice(0, ARTICLES)
  for (const article of articles) article.removeAttribute('class')
  feed?.replaceChildren(...articles)
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove()
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  copy.querySelector('main')?.setAttribute('inert', '')
  return copy.innerHTML
}
