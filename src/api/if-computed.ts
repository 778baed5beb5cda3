import type { Exchanged } from './call.ts'
import { Refused } from './errors.ts'

const LACKING: readonly number[] = [404, 405, 501]

/** That a host lacks an addition of ours is an answer too, null: kept like any, so that a tunnel shows the same screen. */
export async function ifComputed<A>(asked: Promise<Exchanged<A>>): Promise<Exchanged<A | null>> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Refused && LACKING.includes(error.status))
      return { answer: null, etag: undefined, cachedAt: undefined }
    throw error
  }
}
