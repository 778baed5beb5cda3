import type { Query, QueryClient } from '@tanstack/react-query'
import { isBackingOff } from './retry.ts'

/** Pages below a cursor and what was requested once are not refetched without the user. */
const isRefetched = ({ meta }: Query) => meta?.isImmutable !== true && meta?.isRequestedOnce !== true

/** Refetches shown queries now, others when shown. Queries that are being retried are left out. */
export const refetchAll = (client: QueryClient) => invalidate(client, isRefetched)

/** Like `refetchAll`, by the user: refetches queries that are being retried too. */
export const refreshAll = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.isImmutable !== true })

async function invalidate(client: QueryClient, predicate: (query: Query) => boolean): Promise<void> {
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  await client.refetchQueries({ type: 'active', predicate: (query) => predicate(query) && !isBackingOff(query) })
}

/** Like `refetchAll`, limited to some domains and to responses from before `sinceMs`. */
export const refetchSince = (client: QueryClient, domains: readonly string[], sinceMs: number) =>
  invalidate(
    client,
    (query) => domains.includes(String(query.queryKey[0])) && isRefetched(query) && query.state.dataUpdatedAt < sinceMs,
  )
