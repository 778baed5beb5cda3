import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { FIRST_SCREEN_KEY } from '#contract/storage-names.ts'
import { BUILD } from '#src/api/build.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'
import type { FeedHtml } from './feed-html.ts'
import { storeForMember } from './stored-member.ts'

const ARTICLES = 6
const MAX_CHARACTERS = 60_000
const SAVE_AFTER_MS = 1000

/** What is true for a moment only, except the hidden strip for an offline start. */
const TRANSIENT = 'dialog, [popover], script, [data-fleeting], [role="status"]:not([data-offline] *), aside > *'

const NOTHING = { queries: [], mutations: [] }

/**
 * Stores the feed's HTML for the next start, at most once a second while the screen changes. Only a
 * feed that is rendered from its first row is stored, with `rowClass` for its rows in place of that
 * of rows with a position. Stops when `signal` aborts, so that nothing is written after a sign-out,
 * not even a write that is pending.
 */
export function saveFeedHtml(member: string | null, rowClass: string, signal: AbortSignal): void {
  const root = document.getElementById('root')
  if (root === null || signal.aborted) return
  const persister = createSyncStoragePersister({
    key: FIRST_SCREEN_KEY,
    throttleTime: SAVE_AFTER_MS,
    serialize: ({ buster: build }) => {
      const html = readFeedHtml(root, rowClass)
      return html === undefined ? '' : JSON.stringify({ build, member, html } satisfies FeedHtml)
    },
    storage: {
      getItem: readLocalStorage,
      setItem: (key, text) => {
        if (!signal.aborted && text !== '') storeForMember(member, key, text)
      },
      removeItem: (key) => localStorage.removeItem(key),
    },
  })
  const save = () => void persister.persistClient({ buster: BUILD, timestamp: Date.now(), clientState: NOTHING })
  const changes = new MutationObserver(save)
  changes.observe(root, { childList: true, subtree: true, characterData: true })
  signal.addEventListener('abort', () => changes.disconnect())
  save()
}

/** Returns the first articles without positions; undefined without the first row, or if too long. */
function readFeedHtml(root: Element, rowClass: string): string | undefined {
  // Checked before the copy is made: a feed with thousands that is scrolled down would be copied
  // for nothing.
  if (root.querySelector('[role="feed"] > article')?.getAttribute('aria-posinset') !== '1') return undefined
  const copy = root.cloneNode(true) as Element // a clone of an element is one
  const feed = copy.querySelector('[role="feed"]')
  const articles = [...(feed?.querySelectorAll(':scope > article') ?? [])].slice(0, ARTICLES)
  for (const article of articles) article.className = rowClass
  feed?.replaceChildren(...articles)
  for (const element of copy.querySelectorAll(TRANSIENT)) element.remove()
  for (const element of copy.querySelectorAll('[style]')) element.removeAttribute('style')
  copy.querySelector('main')?.setAttribute('inert', '')
  return copy.innerHTML.length <= MAX_CHARACTERS ? copy.innerHTML : undefined
}
