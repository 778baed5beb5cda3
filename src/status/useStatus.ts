import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getStatus } from '#contract/status/status.ts'
import { isForeignRefusal } from '#src/api/errors.ts'
import { type CachedResponse, liveOptions } from '#src/cache/live.ts'
import type { Pending } from '#src/offline/outbox/pending.ts'
import { statusQuery } from './queries.ts'

const EVERY_MS = 30_000

export type Status = ResponseOf<typeof getStatus>

/** The session's unseen items with pending actions applied, provided by the root. */
export const StatusContext = createContext<Status | undefined>(undefined)

/** Returns the session's unseen items; undefined on hosts without a status and until loaded. */
export const useStatus = () => useContext(StatusContext)

type StatusOverlay = (status: Status, pending: Pending) => Status
const overlays = new WeakMap<QueryClient, StatusOverlay>()

/** Sets what adds pending actions to the status. It is loaded with a member's outbox. */
export const setStatusOverlay = (client: QueryClient, overlay: StatusOverlay) => void overlays.set(client, overlay)

/** Returns what adds pending actions to the status; undefined for visitors, who have none. */
export const getStatusOverlay = (client: QueryClient) => overlays.get(client)

/** Returns whether the host has a status, although a proxy has refused the last poll. */
const hasStatus = ({ data, error }: { data: unknown; error: Error | null }) =>
  data !== undefined && isForeignRefusal(error)

/** Polls the status every 30 s while the page is visible. For the root only. */
export function useObservedStatus(): CachedResponse<Status> | undefined {
  const { data } = useQuery({
    ...liveOptions(statusQuery),
    refetchInterval: ({ state }) => (state.error === null || hasStatus(state) ? EVERY_MS : false),
  })
  return data
}
