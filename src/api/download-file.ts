import type { Endpoint, Query } from '#contract/endpoint.ts'
import { NoConnection, ServerError } from './errors.ts'
import { orNoConnection, receive } from './read.ts'
import { toUrl } from './url.ts'

interface DownloadOptions {
  /** Called with the bytes received; the total is unknown. */
  onBytes: (bytes: number) => void
  signal: AbortSignal
}

/** Downloads a streamed file without a time limit. Throws as `call`, also for half a file. */
export async function downloadFile<E extends Endpoint>(
  endpoint: E,
  query: Query<E>,
  type: string,
  { onBytes, signal }: DownloadOptions,
): Promise<Blob> {
  const why = () => (signal.aborted ? 'aborted' : 'network')
  const init = { method: endpoint.method, credentials: 'include', redirect: 'error', signal } as const
  const response = await orNoConnection(fetch(toUrl(endpoint, query), init), why)
  if (!response.ok || response.headers.get('content-type') !== type || response.body === null) {
    await receive(response, endpoint, why)
    throw new ServerError(response.status, '')
  }
  const chunks: BlobPart[] = []
  let bytes = 0
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) return new Blob(chunks, { type })
      chunks.push(value)
      bytes += value.length
      onBytes(bytes)
    }
  } catch (cause) {
    throw new NoConnection(why(), cause)
  }
}
