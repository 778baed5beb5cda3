import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useRef } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import type { getStatus } from '#contract/status.ts'
import { Refused } from '#src/api/errors.ts'
import { useConnection } from '#src/cache/connection.ts'
import { type Answered, liveOptions } from '#src/cache/live.ts'
import { probeAfterMs } from './status/probe.ts'
import { statusQuery } from './status/queries.ts'

const EVERY_MS = 30_000

export type Status = Answer<typeof getStatus>

/** What is new for the session, with what was done here taken into account: handed down by the root. */
export const StatusContext = createContext<Status | undefined>(undefined)

/** What is new for the session. Undefined on hosts that can't tell, and until it is known. */
export const useStatus = () => useContext(StatusContext)

/**
 * The one asker: every 30 s while the page is visible, sooner while the server can't be reached: it is the probe that finds
 * it again. For the root alone.
 */
export function useObservedStatus(): Answered<Status> | undefined {
  const { isReachable, since = 0 } = useConnection()
  const onlineAt = useOnlineAt()
  const { data } = useQuery({
    ...liveOptions(statusQuery),
    refetchInterval: ({ state }) => {
      if (state.error instanceof Refused) return false
      if (isReachable && !state.error) return EVERY_MS
      return probeAfterMs(Date.now() - Math.max(since, onlineAt.current))
    },
  })
  return data
}

/** When the browser last said that there is a network again, in ms since 1970; often before anything gets through. */
function useOnlineAt(): { readonly current: number } {
  const at = useRef(0)
  useEffect(() => {
    const note = () => {
      at.current = Date.now()
    }
    addEventListener('online', note)
    return () => removeEventListener('online', note)
  }, [])
  return at
}
