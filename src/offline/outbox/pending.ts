import { type Action, type ArgsOf, readArgs, storedNames } from './action.ts'
import { type Entry, isOnItsWay } from './entry.ts'
import type { Loaded } from './meta.ts'

/** When a response was requested: the outbox's revision and the time, in ms since 1970. */
export interface Requested {
  /** Actions acknowledged at a later revision may be missing in the response. */
  readonly requestedAtRev: number
  readonly requestedAt: number
  /** When the response arrived; undefined for one that an earlier build stored. */
  readonly receivedAt?: number
}

/** The request behind no response: it contains no action. */
export const NEVER: Requested = { requestedAtRev: 0, requestedAt: 0 }

export type PendingAction<A extends Action> = ArgsOf<A> & {
  readonly entry: Entry
  /** The response is older than the attempt. If false, numbers without ids stay unchanged. */
  readonly isAbsent: boolean
}

/** The actions that a response does not contain, in order, of the kinds that the query `reads`. */
export interface Pending<in Read extends Action = Action> {
  /** Returns actions that are pending, or acknowledged after the response was requested. */
  readonly of: <A extends Read>(action: A) => PendingAction<A>[]
  /** Returns actions that are rejected or in doubt: shown as failed in place, never as done. */
  readonly parked: <A extends Read>(action: A) => PendingAction<A>[]
  /** Returns whether the last acknowledged action in a lane had an effect that lasts. */
  readonly isRemembered: (lane: string) => boolean
}

export type PendingOf<Reads extends readonly Action[]> = Pending<Reads[number]>

/** Returns the actions to apply to a response. */
export function pendingOver(outbox: Loaded, requested: Requested): Pending {
  // An acknowledged entry with a failure was dropped: it had no effect, so it is not shown as done.
  const isApplied = (entry: Entry) =>
    isOnItsWay(entry) ||
    (entry.status === 'acked' &&
      entry.failure === undefined &&
      (entry.ackedRev ?? Number.POSITIVE_INFINITY) > requested.requestedAtRev)
  const remembered = new Set(outbox.meta.remembered)
  const isParked = (entry: Entry) => entry.status === 'parked'
  return {
    isRemembered: (lane) => remembered.has(lane),
    of: (action) => readActions(outbox.entries.filter(isApplied), action, requested),
    parked: (action) => readActions(outbox.entries.filter(isParked), action, requested),
  }
}

function readActions<A extends Action>(entries: readonly Entry[], action: A, requested: Requested): PendingAction<A>[] {
  const names = storedNames(action)
  const { receivedAt = requested.requestedAt } = requested
  return entries.flatMap((entry) => {
    const args = names.includes(entry.action) ? readArgs(action, entry) : undefined
    const isAbsent = entry.attempts === 0 || receivedAt < (entry.attemptedAt ?? 0)
    return args === undefined ? [] : [{ ...args, entry, isAbsent }]
  })
}
