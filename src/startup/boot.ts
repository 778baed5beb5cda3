/**
 * The inline script in index.html, bundled by the build. Applies the theme, shows a prerendered
 * frame and, once that is painted, requests the feed and starts the app. README.md describes the
 * whole sequence. It must not throw, whatever localStorage contains and even if reading it is
 * forbidden.
 */

import { headPath } from '#contract/broadcasts/feed-head.ts'
import { FILLED } from '#contract/first-data.ts'
import { FEED_KEY, THEME_KEY } from '#contract/storage-names.ts'
import { readFirstData, requestFirstData } from '#src/api/first-data.ts'
import { apiHost } from '#src/api/url.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'
import { afterPaint } from './after-paint.ts'
import { catchInstallPrompt } from './early-install-prompt.ts'
import { readFeedHtml } from './feed-html.ts'
import { activeTabLink, findFrame, frameId } from './first-frame.ts'
import { readStoredMember } from './stored-member.ts'

const root = document.documentElement

/** The longest wait for the frame's paint. A hidden tab paints nothing. */
const PAINT_AT_MOST_MS = document.hidden ? 0 : 1000

/** Applies the stored theme, also to the browser's bars by its meta element. */
function showTheme() {
  const theme = readLocalStorage(THEME_KEY)
  if (theme !== 'dark' && theme !== 'light') return
  root.dataset['theme'] = theme
  const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const chosen = bars.find(({ media }) => media.includes(theme))?.content ?? ''
  for (const bar of bars) bar.content = chosen
}

/** Inserts the frame for the path, unless the server has filled it. Nothing in development. */
function showFrame(path: string, member: string | null) {
  const filled = document.getElementById(FILLED)
  if (filled !== null && member === null) return showOfflineStrip(filled)
  filled?.remove()
  const template = document.getElementById(frameId(findFrame(path)))
  if (!(template instanceof HTMLTemplateElement)) return
  const frame = template.content
  if (member !== null) frame.querySelector('[data-visitor]')?.remove()
  frame.querySelector(`nav a[href="${activeTabLink(path)}"]`)?.setAttribute('aria-current', 'page')
  showOfflineStrip(frame)
  document.currentScript?.after(frame)
}

/** Shows the strip for an offline start, so that the first render moves nothing. */
function showOfflineStrip(screen: ParentNode) {
  const strip = screen.querySelector<HTMLElement>('[data-offline]')
  if (strip && !navigator.onLine) strip.hidden = false
}

/** Replaces the frame by the feed as it was last displayed. Returns whether there was any. */
function showStoredFeed(): boolean {
  const screen = document.getElementById('root')
  const html = readFeedHtml(member, readLocalStorage)
  if (html === undefined || screen === null || app === undefined) return false
  screen.innerHTML = html
  showOfflineStrip(screen)
  return true
}

/** Starts the app. A script in the page would delay the first paint when it comes from a cache. */
function start({ app, outbox }: Scripts) {
  const script = { type: 'module', crossOrigin: '', src: app, onerror: showFailure }
  document.head.append(Object.assign(document.createElement('script'), script))
  if (member === null) return
  const preload = { rel: 'modulepreload', crossOrigin: '', href: outbox }
  document.head.append(Object.assign(document.createElement('link'), preload))
}

/** Says that the app's script has not come: nothing can be pressed. Tries again with the network. */
function showFailure() {
  const failure = document.getElementById('failure')
  if (failure !== null) failure.hidden = false
  addEventListener('online', () => location.reload(), { once: true })
}

interface Scripts {
  readonly app: string
  readonly outbox: string
}

const { app, outbox = '' } = document.currentScript?.dataset ?? {}
const member = readStoredMember()

async function boot() {
  // The app restores the scroll position itself.
  history.scrollRestoration = 'manual'
  showTheme()
  showFrame(location.pathname, member)
  catchInstallPrompt()
  await afterPaint(PAINT_AT_MOST_MS)
  const isFilled = member === null && readFirstData(document, Date.now())
  if (!isFilled && location.pathname === '/') {
    const path = apiHost + headPath(member, readLocalStorage(FEED_KEY))
    if (navigator.onLine) requestFirstData(path, Date.now())
    if (showStoredFeed()) await afterPaint(PAINT_AT_MOST_MS)
  }
  // The font is in the worker's cache. Applying it before the paint would delay the paint.
  if (navigator.serviceWorker?.controller) root.dataset['font'] = ''
  // In development the page itself has the script.
  if (app !== undefined) start({ app, outbox })
}
void boot()
