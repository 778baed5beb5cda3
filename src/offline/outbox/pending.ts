import { type ActKind, type ArgsOf, readArgs, storedNames } from './action.ts'
import { type Entry, isOnItsWay } from './entry.ts'
import type { Loaded } from './meta.ts'

/** An action's arguments with the entry that carries them. */
export type Act<A extends ActKind> = ArgsOf<A> & { readonly entry: Entry }

/**
 * The actions that a response does not contain yet, in their order. `Read` are the kinds of actions
 * that an overlay may read: those in the `reads` of its query.
 */
export interface Pending<in Read extends ActKind = ActKind> {
  /** Returns actions that are pending, or acknowledged after the response was requested. */
  readonly of: <A extends Read>(action: A) => Act<A>[]
  /** Returns actions that are rejected or in doubt: shown as failed in place, never as done. */
  readonly parked: <A extends Read>(action: A) => Act<A>[]
  /**
   * Returns whether an acknowledged action on this device had an effect that the host does not
   * show. False if the host shows it.
   */
  readonly isRemembered: (lane: string) => boolean
}

/** The pending actions of the kinds in a list. */
export type PendingOf<Reads extends readonly ActKind[]> = Pending<Reads[number]>

/** Returns the actions to apply to a response that was requested at revision `askedAtRev`. */
export function pendingOver(outbox: Loaded, askedAtRev: number): Pending {
  // An acknowledged entry with a failure was dropped: it had no effect, so it is not shown as done.
  const isLaid = (entry: Entry) =>
    isOnItsWay(entry) ||
    (entry.status === 'acked' &&
      entry.failure === undefined &&
      (entry.ackedRev ?? Number.POSITIVE_INFINITY) > askedAtRev)
  const isShownByHost = outbox.meta.dedupes === true || outbox.meta.showsEffects === true
  const remembered = new Set(isShownByHost ? [] : outbox.meta.remembered)
  return {
    isRemembered: (lane) => remembered.has(lane),
    of: (action) => actsOf(outbox.entries.filter(isLaid), action),
    parked: (action) =>
      actsOf(
        outbox.entries.filter((entry) => entry.status === 'parked'),
        action,
      ),
  }
}

function actsOf<A extends ActKind>(entries: readonly Entry[], action: A): Act<A>[] {
  const names = storedNames(action)
  return entries.flatMap((entry) => {
    const args = names.includes(entry.action) ? readArgs(action, entry) : undefined
    return args === undefined ? [] : [{ ...args, entry }]
  })
}
