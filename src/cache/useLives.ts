import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './query-outbox.ts'
import { type Live, toLive } from './useLive.ts'

export function useLives<A, V>(queries: readonly LiveQuery<A, V>[]): Live<V>[] {
  const results = useQueries({ queries: queries.map((query) => liveOptions(query)) })
  const client = useQueryClient()
  const outbox = useOutboxSnapshot()
  // The results are those of the queries, in their order.
  return queries.flatMap((query, index) => {
    const result = results[index]
    return result === undefined ? [] : [toLive(client, query, result, outbox)]
  })
}
