import { getBroadcasts } from '#contract/broadcasts/feed.ts'
import type { Endpoint, Query } from '#contract/endpoint.ts'
import { getStatus } from '#contract/status/status.ts'
import { call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'
import { later } from '#src/offline/drain/later.ts'
import { startProbe } from '#src/offline/drain/probe.ts'

const TIMEOUT_MS = 5000

/**
 * Probes the server while the page is visible. The browser's "online" event triggers a probe at
 * once. One of the two reads is the spec's, for hosts without a status; with `before` the worker
 * does not intercept it.
 */
export function probeServer(connectivity: Connectivity): void {
  const { tryNow } = startProbe({
    connectivity,
    reads: [read(getStatus, {}), read(getBroadcasts, { limit: 1, before: 1 })],
    mayTry: () => navigator.onLine && document.visibilityState === 'visible',
    later,
  })
  window.addEventListener('online', tryNow)
  window.addEventListener('pageshow', tryNow)
  document.addEventListener('visibilitychange', tryNow)
}

const read = <E extends Endpoint>(endpoint: E, query: Query<E>) => ({
  path: endpoint.path,
  send: () => call(endpoint, query, { timeoutMs: TIMEOUT_MS }).catch(ignoreFailure),
})

/** Connectivity observes the outcome of every request. */
function ignoreFailure(error: unknown) {
  if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error
}
