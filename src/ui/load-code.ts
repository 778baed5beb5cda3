const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 60_000

/**
 * Fetches a part of the app's code with `load`. A failed request, as in a tunnel, is repeated when
 * the browser reports a network, and after 5, 10, 20, 40 and then every 60 s. Never rejects, and
 * never settles once the signal has aborted.
 */
export async function loadCode<T>(load: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    if (signal?.aborted === true) return new Promise<never>(() => {})
    try {
      return await load()
    } catch (error) {
      console.warn('A part of the app could not be fetched. It will be retried.', error)
      await untilRetry(pauseMs)
    }
  }
}

function untilRetry(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, pauseMs)
    window.addEventListener('online', end)
  })
}
