import { FIRST_DATA } from '#contract/first-data.ts'

/** A request that the boot script sent before the app's scripts had loaded. */
export interface Early {
  readonly url: string
  /** ms since 1970. */
  readonly askedAt: number
  readonly response: Promise<Response>
  readonly abort: () => void
}

declare global {
  var flipsideEarly: readonly Early[] | undefined
}

const FRESH_MS = 15_000

/**
 * Returns the early request for `url` to the first caller, only while it is fresh. Aborting
 * `signal` aborts it.
 */
export function takeEarlyRequest(url: string, now: number, signal: AbortSignal): Early | undefined {
  const all = globalThis.flipsideEarly
  const early = all?.find((each) => each.url === url)
  if (early === undefined) return undefined
  globalThis.flipsideEarly = all?.filter((each) => each !== early)
  if (signal.aborted || now - early.askedAt > FRESH_MS) {
    early.abort()
    return undefined
  }
  signal.addEventListener('abort', early.abort, { once: true })
  return early
}

/** Returns whether there is an early request that is still unused. */
export const isAskedEarly = (): boolean => !!globalThis.flipsideEarly?.length

interface FirstDataPage {
  getElementsByClassName: (name: string) => Iterable<{
    readonly dataset?: Readonly<Record<string, string | undefined>>
    readonly textContent: string | null
  }>
}

/**
 * The largest difference in ms between the page's time and this device's: beyond it, the page is
 * from a cache or under another clock. A frame is up to a minute old.
 */
const AT_MOST_APART_MS = 120_000

/**
 * Takes the responses that the server has put into a filled page. Returns whether there are any;
 * not those from another time, which a browser may have cached.
 */
export function takeFirstData(page: FirstDataPage, now: number): boolean {
  const all = [...page.getElementsByClassName(FIRST_DATA)].flatMap(({ dataset, textContent }) => {
    const { url = '', at = '', etag = '' } = dataset ?? {}
    if (Math.abs(now - Number(at)) > AT_MOST_APART_MS) return []
    const headers = { 'content-type': 'application/json', etag }
    return [{ url, askedAt: now, response: Promise.resolve(new Response(textContent, { headers })), abort: () => {} }]
  })
  globalThis.flipsideEarly = all
  return all.length > 0
}

/** Sends a GET request for a response that the app will need. */
export function startEarlyRequest(url: string, now: number): void {
  const ending = new AbortController()
  const response = fetch(url, { credentials: 'include', redirect: 'error', signal: ending.signal })
  response.catch(() => {}) // the consumer handles the rejection
  globalThis.flipsideEarly = [{ url, askedAt: now, response, abort: () => ending.abort() }]
}
