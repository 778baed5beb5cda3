import type { Endpoint, Query, ResponseOf } from '#contract/endpoint.ts'
import { orNoConnection, parseBody, receive } from './read.ts'
import { toUrl } from './url.ts'

interface FileOptions {
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (sent: number) => void
  signal: AbortSignal
}

/** Posts a file by XMLHttpRequest, for the progress, and without a time limit. Throws as `call`. */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  query: Query<E>,
  file: Blob,
  { onProgress, signal }: FileOptions,
): Promise<ResponseOf<E>> {
  const why = () => (signal.aborted ? 'aborted' : 'network')
  const response = await orNoConnection(send(toUrl(endpoint, query), file, { onProgress, signal }), why)
  return parseBody(response, await receive(response, endpoint, why), endpoint)
}

function send(url: string, file: Blob, { onProgress, signal }: FileOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.withCredentials = true
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      const headers = new Headers()
      for (const name of ['content-type', 'retry-after', 'date']) {
        const value = request.getResponseHeader(name)
        if (value !== null) headers.set(name, value)
      }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = request.onabort = request.ontimeout = () => reject(new TypeError('The request has no response.'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(new TypeError('The request was aborted.'))
    else request.send(file)
  })
}
