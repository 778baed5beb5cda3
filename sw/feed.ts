import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import { feedCache } from '#contract/storage-names.ts'
import { apiHost } from '#src/api/url.ts'
import { type Device, openDeviceStore, readDevice } from '#src/offline/device/member.ts'

declare const self: ServiceWorkerGlobalScope

const device = openDeviceStore()
const STORED = '/stored-feed'
const AGE = 'x-cached-at'

/** Returns whether the request is for the feed's head: the page itself stores older pages. */
export function isFeedHead(request: Request): boolean {
  const url = new URL(request.url)
  const origin = apiHost === '' ? self.location.origin : new URL(apiHost).origin
  return url.origin === origin && url.pathname === getBroadcasts.path && !url.searchParams.has('before')
}

/**
 * Responds from the network and caches the response; after a network failure responds from the
 * cache, with its request time. An older response never replaces a newer one, nor is one cached for
 * a member that has signed out.
 */
export async function respondWithFeed(event: FetchEvent): Promise<Response> {
  const requestedAt = Date.now()
  // Without IndexedDB the member is unknown: nothing is cached.
  const member = await readDevice(device).catch(() => undefined)
  if (member === undefined) return fetch(event.request)
  try {
    const response = await fetch(event.request)
    if (response.ok && isJson(response)) event.waitUntil(cacheFeed(response.clone(), requestedAt, member))
    return response
  } catch (error) {
    const stored = await caches.match(STORED, { cacheName: feedCache(member.name, member.generation) })
    if (stored) return stored
    throw error
  }
}

const isJson = (response: Response) => /json/.test(response.headers.get('content-type') ?? '')

async function cacheFeed(response: Response, requestedAt: number, member: Device) {
  const body = await response.arrayBuffer()
  const now = await readDevice(device)
  if (now.generation !== member.generation || now.name !== member.name) return
  const cache = await caches.open(feedCache(member.name, member.generation))
  const stored = await cache.match(STORED)
  if (Number(stored?.headers.get(AGE) ?? 0) > requestedAt) return
  await cache.put(
    STORED,
    new Response(body, { headers: { 'content-type': 'application/json', [AGE]: String(requestedAt) } }),
  )
}
