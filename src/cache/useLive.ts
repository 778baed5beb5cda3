import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Refused } from '#src/api/errors.ts'
import type { Loaded } from '#src/offline/meta.ts'
import { pendingOver } from '#src/offline/pending.ts'
import { type Answered, firstPaintOf, type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './outbox-of.ts'

/** What a screen works with: the answer with pending acts over it, and how it stands with the asking. */
export interface Live<V> {
  value: V | undefined
  /** When the shown answer was asked for, in ms since 1970. */
  askedAt: number | undefined
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
  const result = useQuery({
    ...liveOptions(query),
    enabled,
    refetchInterval: ({ state }) => (isOver(state) ? false : (everyMs ?? false)),
  })
  const outbox = useOutboxSnapshot()
  const { overlay } = query
  // The snapshot is shown until an answer comes, not until the asking has failed.
  const data = result.data ?? firstPaintOf(query)
  return liveOf(result, laid(data, overlay, outbox), data?.askedAt)
}

const isOver = ({ error, data }: { error: unknown; data: Answered<unknown> | undefined }) =>
  error instanceof Refused || data?.answer === null

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
