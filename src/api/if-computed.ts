import type { Exchanged } from './call.ts'
import { Refused } from './errors.ts'

const LACKING: readonly number[] = [404, 405, 501]

/** Returns whether a host has refused a request since it does not know the path. */
export const isLacking = (error: unknown): error is Refused =>
  error instanceof Refused && LACKING.includes(error.status)

/** Resolves to null if the host lacks this addition; cached, so that it is the same offline. */
export async function ifComputed<A, U = never>(request: Promise<Exchanged<A> | U>): Promise<Exchanged<A | null> | U> {
  try {
    return await request
  } catch (error) {
    if (!isLacking(error)) throw error
    return { response: null, etag: undefined, cachedAt: undefined }
  }
}
