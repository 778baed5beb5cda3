import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './query-outbox.ts'
import { applyOverlay, getError, type Live, toLive } from './useLive.ts'

/** Returns several live queries of the same kind. */
export function useLives<A, V>(queries: readonly LiveQuery<A, V>[]): Live<V>[] {
  const results = useQueries({ queries: queries.map((query) => liveOptions(query)) })
  const client = useQueryClient()
  const outbox = useOutboxSnapshot()
  return results.map((result, index) => {
    const { overlay, queryKey = [] } = queries[index] ?? {}
    const error = getError(client, queryKey, result)
    return { ...toLive(result, overlay && applyOverlay(result.data, overlay, outbox), result.data?.askedAt), error }
  })
}
