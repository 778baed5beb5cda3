/** A request that the page's boot script sent before the app's own scripts had arrived. */
export interface Early {
  readonly url: string
  /** ms since 1970. */
  readonly askedAt: number
  readonly response: Promise<Response>
  readonly abort: () => void
}

declare global {
  var flipsideEarly: Early | undefined
}

const FRESH_MS = 15_000

/** The early request for `url`, for the first who asks and only while it is fresh. Aborting `signal` aborts it. */
export function takeEarly(url: string, now: number, signal: AbortSignal): Early | undefined {
  const early = globalThis.flipsideEarly
  if (early === undefined || early.url !== url) return undefined
  globalThis.flipsideEarly = undefined
  if (signal.aborted || now - early.askedAt > FRESH_MS) {
    early.abort()
    return undefined
  }
  signal.addEventListener('abort', early.abort, { once: true })
  return early
}

/** Whether there is an early request that nobody has taken yet. */
export const isAskedEarly = (): boolean => globalThis.flipsideEarly !== undefined

/** Sends a GET whose answer the app will ask for. */
export function askEarly(url: string, now: number): void {
  const ending = new AbortController()
  const response = fetch(url, { credentials: 'include', redirect: 'error', signal: ending.signal })
  response.catch(() => {}) // whoever takes it hears of it
  globalThis.flipsideEarly = { url, askedAt: now, response, abort: () => ending.abort() }
}
