import type { Query, QueryClient } from '@tanstack/react-query'
import { isBackingOff } from './retry.ts'

/** Pages below a cursor and what was requested once are not refetched without the user. */
const isRefetched = ({ meta }: Query) => meta?.isImmutable !== true && meta?.isRequestedOnce !== true

/** Refetches shown queries now, others when shown. Queries that are being retried are left out. */
export const refetchAll = (client: QueryClient) => invalidate(client, isRefetched)

/** Like `refetchAll`, by the user: refetches queries that are being retried too. */
export const refreshAll = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ meta }) => meta?.isImmutable !== true })

const isOlderPage = ({ meta }: Query) => meta?.isImmutable === true

/** Removes pages below a cursor that no screen shows: they are from before the member signed in again. */
export const removeOlderPages = (client: QueryClient) =>
  client.removeQueries({ type: 'inactive', predicate: isOlderPage })

/** Refetches all, pages below a cursor included, since the member has signed in again. */
export async function refetchForSession(client: QueryClient): Promise<void> {
  removeOlderPages(client)
  await Promise.all([client.invalidateQueries({ predicate: isOlderPage }), refetchAll(client)])
}

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
