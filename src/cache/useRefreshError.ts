import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ServerError } from '#src/api/errors.ts'

/**
 * Returns whether a query shows stored content because the server failed to refresh it. False for
 * short-lived states.
 */
const isOutdated = (query: Query) =>
  query.state.data !== undefined &&
  query.state.error instanceof ServerError &&
  query.meta?.isFleeting !== true &&
  query.isActive()

/** The events that may change the result. Others are dispatched while React renders. */
const CHANGES: ReadonlySet<string> = new Set(['updated', 'observerAdded', 'observerRemoved'])

const outdated = (client: QueryClient) => client.getQueryCache().getAll().filter(isOutdated)

/** Returns the error with the longest Retry-After, or any. */
const findLastingError = (queries: readonly Query[]) =>
  queries
    .map(({ state }) => state.error as ServerError)
    .toSorted((a, b) => (b.retryAfterMs ?? 0) - (a.retryAfterMs ?? 0))
    .at(0)

/** Returns why a screen shows stored content: the server failed to refresh it. */
export function useRefreshError(): ServerError | undefined {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) =>
      client.getQueryCache().subscribe(({ type }) => {
        if (CHANGES.has(type)) onChange()
      }),
    [client],
  )
  const read = () => findLastingError(outdated(client))
  return useSyncExternalStore(subscribe, read, read)
}

export const retryOutdated = (client: QueryClient) => {
  const queries = outdated(client)
  return client.refetchQueries({ predicate: (query) => queries.includes(query) })
}
