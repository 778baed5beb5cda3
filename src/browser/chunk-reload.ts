import { CHUNK_RELOAD_KEY } from '#contract/storage-names.ts'

const INTERVAL_MS = 30_000
const TIMEOUT_MS = 5000
/** Replaces the browser's message, for which the router reloads even without a connection. */
const MESSAGE = 'This part of the app could not be loaded.'

declare global {
  interface WindowEventMap {
    'vite:preloadError': VitePreloadErrorEvent
  }
}

/** When the page began to be left, in ms since 1970. */
let leftAt = 0

/**
 * Reloads the page when a chunk is missing, because a newer build has replaced it. At most once in
 * 30 s per tab, and only while the server responds. The import still rejects, so that the screen
 * shows the error meanwhile. Not while the page is being left: Firefox (153) rejects imports in
 * flight at once, and a reload would replace the navigation.
 */
export function reloadOnMissingChunk() {
  window.addEventListener('beforeunload', () => {
    leftAt = Date.now()
  })
  window.addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = MESSAGE
    void reloadOnce()
  })
}

async function reloadOnce(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(CHUNK_RELOAD_KEY) ?? 0)
  if (Date.now() - reloadedAt < INTERVAL_MS || !(await isServerReachable())) return
  if (Date.now() - leftAt < INTERVAL_MS) return
  sessionStorage.setItem(CHUNK_RELOAD_KEY, String(Date.now()))
  location.reload()
}

/** HEAD, since no cache responds to it: a reload without the server would lose the page's state. */
async function isServerReachable(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
