const KEY = 'flipside_chunk_reload'
const ONCE_IN_MS = 30_000
const ANSWER_MS = 5000

/** As the import helper of builds (build/stub-libraries.ts) tells of it: the import fails when `seen` has resolved. */
interface MissingChunk extends Event {
  seen?: Promise<void>
}

/** A chunk of an older build that is gone: one reload fetches the new build. Not without its server, and not in a circle. */
export function reloadOnMissingChunk() {
  window.addEventListener('vite:preloadError', (event: MissingChunk) => {
    event.seen = reloadOnce()
  })
}

/** Does not resolve once the page is about to go: what would be drawn meanwhile is an error that is mended. */
async function reloadOnce(): Promise<void> {
  const last = Number(sessionStorage.getItem(KEY) ?? 0)
  if (Date.now() - last < ONCE_IN_MS || !(await isServerThere())) return
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
  await new Promise(() => {})
}

/** Without it the same chunk would be missing again, and what was being done is lost. No cache answers a HEAD. */
async function isServerThere(): Promise<boolean> {
  if (!navigator.onLine) return false
  const signal = AbortSignal.timeout(ANSWER_MS)
  return fetch('/', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
