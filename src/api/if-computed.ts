import type { Exchanged } from './call.ts'
import { isLacking } from './errors.ts'

/** Resolves to null if the host lacks this addition; cached, so that it is the same offline. */
export async function ifComputed<A, U = never>(request: Promise<Exchanged<A> | U>): Promise<Exchanged<A | null> | U> {
  try {
    return await request
  } catch (error) {
    if (!isLacking(error)) throw error
    return { response: null, etag: undefined }
  }
}
