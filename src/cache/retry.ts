import { CancelledError, type Query, type QueryClient } from '@tanstack/react-query'
import { isForeignRefusal, Unreachable } from '#src/api/errors.ts'
import type { Connectivity } from '#src/offline/drain/connectivity.ts'

const FIRST_MS = 1000
/** In ms, also if Retry-After demands more: a maintenance page must not stop a screen for an hour. */
const LONGEST_MS = 60_000
/** The failures of an endpoint are removed when its retry has been due for longer than this. */
const EXPIRY_MS = 2 * LONGEST_MS

/** The time for which a failing endpoint is not requested. */
interface BackOff {
  failures: number
  /** By `performance.now()`. */
  retryAt: number
  cancel: () => void
}

interface Failure {
  error: Unreachable
  backOff: BackOff
}

const failureOf = new WeakMap<object, Failure>()

/** Returns a query's last failure, also while it is retried and its `error` is reset. */
export const lastFailure = (query: object | undefined): Unreachable | undefined => query && failureOf.get(query)?.error

/** Returns whether a failed query's endpoint is backing off. A button may ignore that. */
export const isBackingOff = (query: object | undefined): boolean =>
  ((query && failureOf.get(query)?.backOff.retryAt) ?? 0) > performance.now()

/**
 * Retries queries that failed without a refusal, while a screen shows them: per endpoint one query
 * after 1, 2, 4, ... 60 s, or what Retry-After demands below that, and the others of that endpoint
 * once that one has succeeded or is refused. Not while the page is hidden or the connection lost;
 * the return of the connection resets the steps.
 */
export function retryFailedQueries(client: QueryClient, connectivity: Connectivity, signal: AbortSignal): void {
  const cache = client.getQueryCache()
  /** By endpoint path. */
  const backOffs = new Map<string, BackOff>()

  const isDue = (query: Query) =>
    query.isActive() && query.state.fetchStatus === 'idle' && query.meta?.isRequestedOnce !== true
  const failed = (path: string) => cache.getAll().filter((query) => lastFailure(query)?.path === path && isDue(query))
  const refetch = (queries: readonly Query[]) =>
    client.refetchQueries({ predicate: (query) => queries.includes(query) }, { cancelRefetch: false })
  const mayRetry = () => document.visibilityState === 'visible' && connectivity.connection().isReachable
  const schedule = (path: string, backOff: BackOff, waitMs = backOff.retryAt - performance.now()) => {
    backOff.cancel()
    const timer = setTimeout(() => void retry(path, backOff), waitMs)
    backOff.cancel = () => clearTimeout(timer)
  }
  const retry = async (path: string, backOff: BackOff) => {
    const queries = failed(path).slice(0, 1)
    if (queries.length === 0 || !mayRetry()) return
    await refetch(queries)
    // Neither a success nor a failure: cancelled, for example since its row has been unmounted.
    const isCancelled = backOffs.get(path) === backOff && backOff.retryAt <= performance.now()
    if (isCancelled && !signal.aborted) schedule(path, backOff, FIRST_MS)
  }

  const onFailure = (query: Query, error: Unreachable) => {
    const { path = '' } = error
    const backOff = backOffs.get(path) ?? { failures: 0, retryAt: performance.now(), cancel: () => {} }
    backOffs.set(path, backOff)
    failureOf.set(query, { error, backOff })
    postpone(backOff, error.retryAfterMs)
    schedule(path, backOff)
  }
  const onResponse = (query: Query) => {
    const path = lastFailure(query)?.path ?? ''
    if (!failureOf.delete(query)) return
    backOffs.get(path)?.cancel()
    backOffs.delete(path)
    void refetch(failed(path))
  }
  /** A proxy may have refused a retry, so that the endpoint is still failing. */
  const onForeignRefusal = (query: Query) => {
    const failure = failureOf.get(query)
    if (failure === undefined) return
    postpone(failure.backOff)
    schedule(failure.error.path ?? '', failure.backOff)
  }
  /** Resets the steps when everything is refetched; queries that still fail are retried soon. */
  const startAnew = () => {
    for (const [path, backOff] of backOffs) {
      Object.assign(backOff, { failures: 0, retryAt: performance.now() })
      schedule(path, backOff, FIRST_MS)
    }
  }
  const onVisible = () => {
    for (const [path, backOff] of backOffs) schedule(path, backOff)
  }

  const stops = [
    cache.subscribe((event) => {
      if (event.type !== 'updated' || signal.aborted) return
      const { action, query } = event
      if (action.type === 'success' && action.manual !== true) onResponse(query)
      if (action.type !== 'error' || action.error instanceof CancelledError) return
      if (action.error instanceof Unreachable) onFailure(query, action.error)
      else if (isForeignRefusal(action.error)) onForeignRefusal(query)
      else onResponse(query)
    }),
    connectivity.subscribe(({ isReachable }, before) => isReachable && !before.isReachable && startAnew()),
  ]
  document.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
    for (const { cancel } of backOffs.values()) cancel()
  })
}

/** Postpones the retry. A failure during the wait does not add a step. */
function postpone(backOff: BackOff, retryAfterMs = 0) {
  const now = performance.now()
  if (now - backOff.retryAt > EXPIRY_MS) backOff.failures = 0
  if (backOff.retryAt <= now) {
    backOff.retryAt = now + Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(backOff.failures, 10))
    backOff.failures++
  }
  backOff.retryAt = Math.max(backOff.retryAt, now + Math.min(LONGEST_MS, retryAfterMs))
}
