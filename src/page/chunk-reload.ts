const KEY = 'flipside_chunk_reload'
const ONCE_IN_MS = 30_000

/** A chunk of an older build that is gone: one reload fetches the new build. Not offline, and not in a circle. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return
    event.preventDefault()
    sessionStorage.setItem(KEY, String(Date.now()))
    location.reload()
  })
}
