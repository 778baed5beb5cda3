/**
 * The one inline script of index.html, bundled by the build: theme, frame and, on the feed, its request, all before the
 * app's own scripts have arrived. Whatever storage holds, or forbids to read, it must not throw.
 */

import { headSearch } from '#contract/feed-head.ts'
import { askEarly } from '#src/api/early.ts'
import { apiHost } from '#src/api/url.ts'
import { frameOf } from './first-frame.ts'
import { readKeptRev } from './kept-rev.ts'
import { readKeptScreen } from './kept-screen.ts'
import { stored, storedMember } from './stored-member.ts'

const root = document.documentElement

/** As themes are kept by `chooseTheme`. Each bar colour's own content is that of its media query. */
function showTheme() {
  const theme = stored('flipside_theme')
  if (theme !== 'dark' && theme !== 'light') return
  root.dataset['theme'] = theme
  const bars = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
  const chosen = bars.find(({ media }) => media.includes(theme))?.content ?? ''
  for (const bar of bars) bar.content = chosen
}

/** Into the root, before the frames that follow this script there. */
function showKept(html: string) {
  document.currentScript?.insertAdjacentHTML('afterend', `<div data-frame="kept">${html}</div>`)
  root.dataset['frame'] = 'kept'
  if (!navigator.onLine) document.querySelector('[data-offline]')?.removeAttribute('hidden')
}

/** What all screens but the feed share: asked for beside the app's own script instead of after the screen's. */
function preload(script: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: script }))
}

// The router's part. A browser that reloads would keep the first broadcast where it was, and scroll away what now stands above it.
history.scrollRestoration = 'manual'

const several = document.currentScript?.dataset['several']
const member = storedMember()
const path = location.pathname
showTheme()
root.dataset['frame'] = frameOf(path, member)
// The worker has it: it costs no connection.
if (navigator.serviceWorker?.controller) root.dataset['font'] = ''
if (path === '/') {
  askEarly(`${apiHost}/api/get-broadcasts?${headSearch(member)}`, Date.now(), readKeptRev(member, stored))
  const kept = readKeptScreen(member, stored)
  if (kept !== undefined) showKept(kept)
} else if (several !== undefined) preload(several)
