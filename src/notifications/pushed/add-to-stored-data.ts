/** A response as the page caches and stores it (`CachedResponse` in `src/cache/live.ts`). */
interface StoredData {
  response: unknown
  requestedAtRev: number
  requestedAt: number
  /** Undefined: the response is no longer the one that an ETag names. */
  etag?: undefined
}

/**
 * Returns a cached response with a pushed item. It retains its request's time, so that any later
 * response replaces it. Without a cached response the result is older than any, and newer than
 * every acknowledged action: no action is retained for it.
 */
export function addToStoredData(stored: unknown, add: (response: unknown) => unknown): StoredData {
  if (isStoredData(stored)) return { ...stored, response: add(stored.response), etag: undefined }
  return { response: add(undefined), requestedAtRev: Number.MAX_SAFE_INTEGER, requestedAt: 0 }
}

/** A null is from a host without the endpoint. */
const isStoredData = (stored: unknown): stored is StoredData =>
  typeof stored === 'object' && stored !== null && 'response' in stored && stored.response !== null
