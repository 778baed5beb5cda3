import { findWait } from '#src/offline/drain/wait.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { formatClock } from '#src/ui/dates.ts'
import { useConnection } from './connection.ts'
import { useOutboxSelection } from './query-outbox.ts'

const MINUTE_MS = 60_000
/** A shorter wait is over before its end has been read. */
const SHORTEST_SHOWN_MS = 20_000

/** What a pending action waits for: a connection, its next attempt soon, or one at a time in ms. */
export type Waiting = 'connection' | 'soon' | number

/** Returns what a pending action waits for; undefined if it is being sent or about to be. */
export function useWait(entry: Entry | undefined): Waiting | undefined {
  const { isReachable } = useConnection()
  const until = useOutboxSelection((outbox) => {
    const now = Date.now()
    const wait = entry && findWait(outbox, entry, now)
    return wait && (wait.until !== undefined && wait.until - now > SHORTEST_SHOWN_MS ? wait.until : 'soon')
  })
  return entry !== undefined && !isReachable ? 'connection' : until
}

/** `9:35`: the minute in which a wait has ended. */
export const formatEnd = (until: number): string => formatClock(new Date(Math.ceil(until / MINUTE_MS) * MINUTE_MS))

export function waitText(waiting: Waiting): string {
  if (waiting === 'connection') return 'Waiting for a connection'
  return waiting === 'soon' ? 'Waiting to be sent' : `Waiting until ${formatEnd(waiting)}`
}
