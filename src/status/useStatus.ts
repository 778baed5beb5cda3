import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getStatus } from '#contract/status/status.ts'
import { type Answered, liveOptions } from '#src/cache/live.ts'
import { statusQuery } from './queries.ts'

const EVERY_MS = 30_000

export type Status = ResponseOf<typeof getStatus>

/** What is new for the session, with what was done here taken into account: handed down by the root. */
export const StatusContext = createContext<Status | undefined>(undefined)

/** What is new for the session. Undefined on hosts that can't tell, and until it is known. */
export const useStatus = () => useContext(StatusContext)

/** Polls the status every 30 s while the page is visible; after a failure it is retried as every query. For the root alone. */
export function useObservedStatus(): Answered<Status> | undefined {
  const { data } = useQuery({
    ...liveOptions(statusQuery),
    refetchInterval: ({ state }) => (state.error === null ? EVERY_MS : false),
  })
  return data
}
