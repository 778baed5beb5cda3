import { useQueries } from '@tanstack/react-query'
import { type LiveQuery, liveOptions } from './live.ts'
import { useOutboxSnapshot } from './outbox-of.ts'
import { type Live, laid, liveOf } from './useLive.ts'

/** Reads several live queries of one kind. */
export function useLives<A, V>(queries: readonly LiveQuery<A, V>[]): Live<V>[] {
  const results = useQueries({ queries: queries.map((query) => liveOptions(query)) })
  const outbox = useOutboxSnapshot()
  return results.map((result, index) => {
    const overlay = queries[index]?.overlay
    return liveOf(result, overlay && laid(result.data, overlay, outbox), result.data?.askedAt)
  })
}
