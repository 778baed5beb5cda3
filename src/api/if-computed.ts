import type { Endpoint } from '#contract/endpoint.ts'
import type { Exchanged } from './call.ts'
import { isForeignRefusal, isLacking, ServerError } from './errors.ts'

/**
 * Resolves to null if the host lacks this addition; cached, so that it is the same offline.
 * `cached`: the last response. A host that has sent one does not lack it: a refusal that may be a
 * proxy's is thrown as a `ServerError`, so that the request is retried.
 */
export async function ifComputed<A, U = never>(
  request: Promise<Exchanged<A> | U>,
  { path }: Pick<Endpoint, 'path'>,
  cached: { readonly response: unknown } | undefined,
): Promise<Exchanged<A | null> | U> {
  try {
    return await request
  } catch (error) {
    if (!isLacking(error)) throw error
    const hasResponded = cached !== undefined && cached.response !== null
    if (!hasResponded || !isForeignRefusal(error)) return { response: null, etag: undefined }
    const { status, statusText } = error
    throw Object.assign(new ServerError(status, '', { statusText, cause: error }), { path })
  }
}
