/** A response as the page caches and stores it (`Answered` in `src/cache/live.ts`). */
interface StoredAnswer {
  answer: unknown
  askedAtRev: number
  askedAt: number
  /** Undefined: the answer is no longer the one that an ETag names. */
  etag?: undefined
}

/**
 * Returns a cached response with a pushed item. It retains its request's time, so that any later
 * response replaces it. Without a cached response the result is older than any, and newer than
 * every acknowledged action: no action is retained for it.
 */
export function addToAnswer(stored: unknown, add: (answer: unknown) => unknown): StoredAnswer {
  if (isAnswer(stored)) return { ...stored, answer: add(stored.answer), etag: undefined }
  return { answer: add(undefined), askedAtRev: Number.MAX_SAFE_INTEGER, askedAt: 0 }
}

/** A null is from a host without the endpoint. */
const isAnswer = (stored: unknown): stored is StoredAnswer =>
  typeof stored === 'object' && stored !== null && 'answer' in stored && stored.answer !== null
