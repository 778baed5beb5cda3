import { BACKGROUND_HEADER } from '#contract/background.ts'
import { createExchange } from '#src/api/call.ts'
import { apiHost } from '#src/api/url.ts'

/** In ms: Firefox ends a worker 30 s after a push, Safari may end it earlier. */
const TIMEOUT_MS = 15_000

/** Sends reads that are no visit by the member. Other hosts do not know the header. */
export const backgroundExchange = createExchange({
  fetch: (input, init) => fetch(input, apiHost === '' ? { ...init, headers: { [BACKGROUND_HEADER]: '1' } } : init),
  host: apiHost,
  now: Date.now,
  timeout: () => AbortSignal.timeout(TIMEOUT_MS),
})
