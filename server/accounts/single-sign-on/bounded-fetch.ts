import type { CustomFetchOptions } from 'openid-client'

/** The maximum provider response size, in bytes. */
const BODY_MAX_BYTES = 500_000

class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}

/**
 * Like `fetch`, but resolves when the body is complete, and rejects with {@link ResponseTooLarge}
 * once it has more than 500 kB. The signal's time limit therefore includes the body.
 */
export async function boundedFetch(url: string, options: CustomFetchOptions): Promise<Response> {
  const { signal = null } = options
  // The library's type also has bytes in shared memory, which it does not send.
  const body = (options.body ?? null) as BodyInit | null
  const response = await fetch(url, { ...options, body, signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop cancels the body.
    if (size > BODY_MAX_BYTES) throw new ResponseTooLarge('A response of the provider is too large.')
    chunks.push(chunk)
  }
  const { status, statusText, headers } = response
  const isEmpty = status === 204 || status === 205 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(chunks), { status, statusText, headers })
}
