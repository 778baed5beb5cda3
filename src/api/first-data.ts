import { FIRST_DATA } from '#contract/first-data.ts'

/** A response that the page requested before the app's scripts; replaces the app's first request. */
export interface FirstData {
  readonly url: string
  /** When it was requested or read from the page, in ms since 1970. */
  readonly requestedAt: number
  readonly response: Promise<Response>
}

declare global {
  var flipsideFirstData: readonly FirstData[] | undefined
}

const FRESH_MS = 15_000
/** As for the app's own requests. */
const TIMEOUT_MS = 20_000

/** Returns the page's response for `url` to the first caller, only while it is fresh. */
export function takeFirstData(url: string, now: number): FirstData | undefined {
  const all = globalThis.flipsideFirstData
  const found = all?.find((each) => each.url === url)
  if (found === undefined) return undefined
  globalThis.flipsideFirstData = all?.filter((each) => each !== found)
  return now - found.requestedAt > FRESH_MS ? undefined : found
}

export const hasFirstData = (): boolean => !!globalThis.flipsideFirstData?.length

interface FilledPage {
  getElementsByClassName: (name: string) => Iterable<{
    readonly dataset?: Readonly<Record<string, string | undefined>>
    readonly textContent: string | null
  }>
}

/** In ms: beyond it the page is from a cache or under another clock. A frame is up to a minute old. */
const AT_MOST_APART_MS = 120_000

/** Returns whether there are any; not those from another time, which a browser may have cached. */
export function readFirstData(page: FilledPage, now: number): boolean {
  const all = [...page.getElementsByClassName(FIRST_DATA)].flatMap(({ dataset, textContent }) => {
    const { url = '', at = '', etag = '' } = dataset ?? {}
    if (Math.abs(now - Number(at)) > AT_MOST_APART_MS) return []
    const headers = { 'content-type': 'application/json', etag }
    return [{ url, requestedAt: now, response: Promise.resolve(new Response(textContent, { headers })) }]
  })
  globalThis.flipsideFirstData = all
  return all.length > 0
}

/** Requests the response that a page without content needs first. */
export function requestFirstData(url: string, now: number): void {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = fetch(url, { credentials: 'include', redirect: 'error', signal })
  response.catch(() => {}) // the consumer handles the rejection
  globalThis.flipsideFirstData = [{ url, requestedAt: now, response }]
}
