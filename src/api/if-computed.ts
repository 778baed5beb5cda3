import type { Exchanged } from './call.ts'
import { Refused } from './errors.ts'

const LACKING: readonly number[] = [404, 405, 501]

/** Resolves to null if the host lacks this addition; cached, so that it is the same offline. */
export async function ifComputed<A, U = never>(request: Promise<Exchanged<A> | U>): Promise<Exchanged<A | null> | U> {
  try {
    return await request
  } catch (error) {
    if (error instanceof Refused && LACKING.includes(error.status))
      return { response: null, etag: undefined, cachedAt: undefined }
    throw error
  }
}
