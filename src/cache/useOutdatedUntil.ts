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

/** Returns until when the server asks to wait after a 429, in ms since 1970; Infinity: another error. */
const waitUntil = ({ state: { error, errorUpdatedAt } }: Query) =>
  error instanceof ServerError && error.status === 429 ? errorUpdatedAt + (error.retryAfterMs ?? 0) : Infinity

/** Returns 0 if no screen shows stored content that the server failed to refresh, else the latest `waitUntil`. */
export function useOutdatedUntil(): number {
  const client = useQueryClient()
  const subscribe = useCallback(
    (onChange: () => void) =>
      client.getQueryCache().subscribe(({ type }) => {
        if (CHANGES.has(type)) onChange()
      }),
    [client],
  )
  const read = () => Math.max(0, ...outdated(client).map(waitUntil))
  return useSyncExternalStore(subscribe, read, read)
}

export const retryOutdated = (client: QueryClient) => {
  const queries = outdated(client)
  return client.refetchQueries({ predicate: (query) => queries.includes(query) })
}
