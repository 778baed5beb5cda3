import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { apiHost } from '#src/api/url.ts'
import { memberKey, openDeviceStore, readDevice } from '#src/offline/device/member.ts'

declare const self: ServiceWorkerGlobalScope

const device = openDeviceStore()
/** One cache a member and generation: what is stored for one that signed out is never found again. */
const cacheName = (name: string | null, generation: number) =>
  `flipside-feed-${generation}-${name === null ? '' : memberKey(name)}`
const STORED = '/stored-feed'
const AGE = 'x-cached-at'

/** The request for the feed's head: older pages are the page's own to keep. */
export function isFeedHead(request: Request): boolean {
  const url = new URL(request.url)
  const origin = apiHost === '' ? self.location.origin : new URL(apiHost).origin
  return url.origin === origin && url.pathname === getBroadcasts.path && !url.searchParams.has('before')
}

/**
 * The network's answer, kept; after a network failure the kept one, marked with when it was asked for. An answer that
 * was asked for earlier never takes the place of a later one, nor is one kept for a member who signed out meanwhile.
 */
export async function answerFeed(event: FetchEvent): Promise<Response> {
  const askedAt = Date.now()
  const who = await readDevice(device)
  try {
    const response = await fetch(event.request)
    if (response.ok && isJson(response)) event.waitUntil(keep(response.clone(), askedAt, who))
    return response
  } catch (error) {
    const stored = await caches.match(STORED, { cacheName: cacheName(who.name, who.generation) })
    if (stored) return stored
    throw error
  }
}

const isJson = (response: Response) => /json/.test(response.headers.get('content-type') ?? '')

async function keep(response: Response, askedAt: number, who: Awaited<ReturnType<typeof readDevice>>) {
  const body = await response.arrayBuffer()
  const now = await readDevice(device)
  if (now.generation !== who.generation || now.name !== who.name) return
  const cache = await caches.open(cacheName(who.name, who.generation))
  const stored = await cache.match(STORED)
  if (Number(stored?.headers.get(AGE) ?? 0) > askedAt) return
  await cache.put(
    STORED,
    new Response(body, { headers: { 'content-type': 'application/json', [AGE]: String(askedAt) } }),
  )
}
