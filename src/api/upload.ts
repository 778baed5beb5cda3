import type { Endpoint, Query } from '#contract/endpoint.ts'
import { orNoConnection, receive } from './read.ts'
import { toUrl } from './url.ts'

/** In ms: a picture on a slow connection takes longer than other requests. */
const UPLOAD_TIMEOUT_MS = 60_000

/** Posts a body. Resolves when it is complete; throws as `call`, also if `stopped` is aborted. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  query: Query<E>,
  body: FormData,
  stopped: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)])
  const why = () => (stopped.aborted ? 'aborted' : signal.aborted ? 'timeout' : 'network')
  const init = { method: 'POST', credentials: 'include', redirect: 'error', body, signal } as const
  await receive(await orNoConnection(fetch(toUrl(endpoint, query), init), why), endpoint, why)
}
