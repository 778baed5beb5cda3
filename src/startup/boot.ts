/**
 * The one inline script of index.html, bundled by the build: theme, frame and, once that is painted, the feed's request, all
 * before the app's own scripts have arrived. Whatever storage holds, or forbids to read, it must not throw.
 */

import { headSearch } from '#contract/broadcasts/feed-head.ts'
import { askEarly } from '#src/api/early.ts'
import { apiHost } from '#src/api/url.ts'
import { painted } from './after-paint.ts'
import { catchInstallPrompt } from './early-install-prompt.ts'
import { type FrameName, frameId, frameOf } from './first-frame.ts'
import { stored, storedMember } from './stored-member.ts'

const root = document.documentElement

/** A page that is seen is painted by then, or covered by something; in a tab that nobody sees the app begins at once. */
const PAINTED_AT_LATEST_MS = document.hidden ? 0 : 1000

/** As themes are kept by `chooseTheme`. Each bar colour's own content is that of its media query. */
function showTheme() {
  const theme = stored('flipside_theme')
  if (theme !== 'dark' && theme !== 'light') return
  root.dataset['theme'] = theme
  const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const chosen = bars.find(({ media }) => media.includes(theme))?.content ?? ''
  for (const bar of bars) bar.content = chosen
}

/** Inserts a frame after this script. Does nothing in development, where there are no frames. */
function showFrame(name: FrameName) {
  const html = document.getElementById(frameId(name))?.textContent
  if (html === undefined) return
  const frame = Object.assign(document.createElement('div'), { innerHTML: html })
  frame.dataset['frame'] = name
  document.currentScript?.after(frame)
}

/** Asks for a module before it is needed. The server has told of it in its answer's head, but not where the page comes from the worker's cache. */
function preload(href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
}

/** The app. On the feed any sooner its work, which from a cache can begin at once, would hold back the first paint. */
function start(app: string) {
  const script = { type: 'module', crossOrigin: '', src: app }
  document.head.append(Object.assign(document.createElement('script'), script))
}

// The router's part. A browser that reloads would keep the first broadcast where it was, and scroll away what now stands above it.
history.scrollRestoration = 'manual'

const scripts = document.currentScript?.dataset
const [app, several] = [scripts?.['app'], scripts?.['several']]
const member = storedMember()
const path = location.pathname
showTheme()
showFrame(frameOf(path, member))

/** Waits for the frame's paint before the first request: starting a request delays the paint. */
async function showFeed() {
  await painted(PAINTED_AT_LATEST_MS)
  if (navigator.onLine) askEarly(`${apiHost}/api/get-broadcasts?${headSearch(member)}`, Date.now())
}

/** Other screens have nothing to show before the app, and their forms must not wait for it. */
async function go() {
  if (path === '/') await showFeed()
  else if (several !== undefined) preload(several)
  // The font is in the worker's cache. To look takes longer than the frame can wait for.
  if (navigator.serviceWorker?.controller) root.dataset['font'] = ''
  // While developing the page names its script by itself.
  if (app !== undefined) start(app)
}
catchInstallPrompt()
void go()
