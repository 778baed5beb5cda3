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
  var flipsideEarly: Early | undefined
}

const FRESH_MS = 15_000

/**
 * Returns the early request for `url` to the first caller, only while it is fresh. Aborting
 * `signal` aborts it.
 */
export function takeEarlyRequest(url: string, now: number, signal: AbortSignal): Early | undefined {
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

/** Returns whether there is an early request that is still unused. */
export const isAskedEarly = (): boolean => globalThis.flipsideEarly !== undefined

/** The part of a document that is read. */
interface FirstDataPage {
  getElementById: (
    id: string,
  ) => { readonly dataset: Readonly<Record<string, string | undefined>>; readonly textContent: string | null } | null
}

/** A page from a cache or under another clock has data of another time than this, in ms. */
const AT_MOST_APART_MS = 60_000

/**
 * Takes the response that the server has put into a filled page, if it is the one for `url`.
 * Returns whether there is one; not one of another time, which a browser may have cached.
 */
export function takeFirstData(page: FirstDataPage, url: string, now: number): boolean {
  const element = page.getElementById(FIRST_DATA)
  const { url: of = '', at = '', etag = '' } = element?.dataset ?? {}
  if (element === null || of !== url || Math.abs(now - Number(at)) > AT_MOST_APART_MS) return false
  const headers = { 'content-type': 'application/json', etag }
  const response = Promise.resolve(new Response(element.textContent, { headers }))
  globalThis.flipsideEarly = { url, askedAt: now, response, abort: () => {} }
  return true
}

/** Sends a GET request whose response the app will need. */
export function startEarlyRequest(url: string, now: number): void {
  const ending = new AbortController()
  const response = fetch(url, { credentials: 'include', redirect: 'error', signal: ending.signal })
  response.catch(() => {}) // the consumer handles the rejection
  globalThis.flipsideEarly = { url, askedAt: now, response, abort: () => ending.abort() }
}
