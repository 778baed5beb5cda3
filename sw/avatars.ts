import { AVATAR_CACHE } from '#contract/storage-names.ts'

declare const self: ServiceWorkerGlobalScope

const MOST = 300

/** Returns whether a request is for a picture: by CORS (opaque takes 7 MB each) or uploaded here. */
export function isAvatar(request: Request): boolean {
  if (request.destination !== 'image' || request.mode !== 'cors') return false
  const { origin, pathname } = new URL(request.url)
  return origin !== self.location.origin || pathname.startsWith('/pictures/')
}

/** Responds with the cached picture, or fetches and caches it; the oldest are evicted above 300. */
export async function respondWithAvatar(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(AVATAR_CACHE)
  const cached = await cache.match(event.request)
  if (cached) return cached
  try {
    const response = await fetch(event.request)
    if (response.status === 200) event.waitUntil(cachePicture(cache, event.request, response.clone()))
    return response
  } catch (error) {
    const other = await findOtherSize(cache, event.request.url)
    if (other === undefined) throw error
    return other
  }
}

const UPLOADED = /^(.*\/pictures\/[^/]+)\/(?:sm|med|lg|xl)$/

/** Returns a cached picture in another size for offline use. Downloads store `med`. */
async function findOtherSize(cache: Cache, url: string): Promise<Response | undefined> {
  const path = UPLOADED.exec(url)?.[1]
  if (path === undefined) return undefined
  for (const size of ['med', 'lg', 'xl', 'sm']) {
    const stored = await cache.match(`${path}/${size}`)
    if (stored !== undefined) return stored
  }
  return undefined
}

async function cachePicture(cache: Cache, request: Request, response: Response) {
  try {
    await cache.put(request, response)
    const keys = await cache.keys() // in insertion order
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)))
  } catch (error) {
    console.warn('A picture could not be cached.', error)
  }
}
