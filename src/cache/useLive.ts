import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Loaded } from '#src/offline/outbox/meta.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { type Answered, cachedQuery, findFirstPaint, type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './outbox-of.ts'
import { lastFailure } from './retry.ts'

/** What a screen works with: the answer with pending acts over it, and how it stands with the asking. */
export interface Live<V> {
  value: V | undefined
  /** When the shown answer was asked for, in ms since 1970. */
  askedAt: number | undefined
  /** Stays while the query is retried, unless it was refused. */
  error: unknown
  isAsking: boolean
  /** Asks again; resolves when answered or failed, never rejects. */
  askAgain: () => Promise<unknown>
}

interface UseLiveOptions {
  enabled?: boolean
  /** Asks again and again while the page is visible, until an answer refuses or says that the host has no such thing (null). */
  everyMs?: number
}

/** Reads a live query. Data beats error: `error` beside a value means that it could not be made fresher. */
export function useLive<A, V>(query: LiveQuery<A, V>, { enabled = true, everyMs }: UseLiveOptions = {}): Live<V> {
  const client = useQueryClient()
  const result = useQuery({
    ...liveOptions(query),
    enabled,
    refetchInterval: ({ state }) => (isOver(state) ? false : (everyMs ?? false)),
  })
  const outbox = useOutboxSnapshot()
  const { overlay } = query
  // The snapshot is shown until an answer comes, not until the asking has failed.
  const data = result.data ?? findFirstPaint(query)
  const error = errorOf(client, query.queryKey, result)
  return { ...liveOf(result, laid(data, overlay, outbox), data?.askedAt), error }
}

/** After a refusal; and after any other failure the query is retried by `retryFailedQueries`. */
const isOver = ({ error, data }: { error: unknown; data: Answered<unknown> | undefined }) =>
  error !== null || data?.answer === null

/** The last laying of each answer: a long list of pages is laid anew only where an answer or the outbox has changed. */
const lastLaid = new WeakMap<object, { overlay: unknown; outbox: Loaded; value: unknown }>()

/** An answer with the acts over it that it does not contain yet. */
export function laid<A, V>(
  data: Answered<A> | undefined,
  overlay: LiveQuery<A, V>['overlay'],
  outbox: Loaded,
): V | undefined {
  if (data === undefined) return undefined
  const last = lastLaid.get(data)
  if (last?.overlay === overlay && last.outbox === outbox) return last.value as V // the same overlay gave it
  const value = overlay(data.answer, pendingOver(outbox, data.askedAtRev))
  lastLaid.set(data, { overlay, outbox, value })
  return value
}

/** The error of a query, also while it is retried: a message that comes and goes with each retry would be read out each time. */
export const errorOf = (client: QueryClient, queryKey: readonly unknown[], { error, isFetching }: UseQueryResult) =>
  error ?? (isFetching ? lastFailure(cachedQuery(client, queryKey)) : undefined) ?? null

/** How it stands with a query, and its value. */
export const liveOf = <V>(
  result: UseQueryResult<Answered<unknown>>,
  value: V | undefined,
  askedAt: number | undefined,
): Live<V> => ({
  value,
  askedAt,
  error: result.error,
  isAsking: result.isFetching,
  askAgain: result.refetch,
})
