import { type ActKind, type ArgsOf, readArgs, storedNames } from './action.ts'
import { type Entry, isOnItsWay } from './entry.ts'
import type { Loaded } from './meta.ts'

/** An action's arguments with the entry that carries them. */
export type Act<A extends ActKind> = ArgsOf<A> & { readonly entry: Entry }

/** The acts that an answer does not contain yet, in their order. */
export interface Pending {
  /** On their way, or acknowledged after the answer was asked for. */
  of<A extends ActKind>(action: A): Act<A>[]
  /** Refused or in doubt: shown as failed where they happened, never as done. */
  parked<A extends ActKind>(action: A): Act<A>[]
  /** Whether this device knows from an acknowledged action what the host does not show. False where the host shows it. */
  isRemembered(lane: string): boolean
}

/** Selects what is laid over an answer that left at revision `askedAtRev`. */
export function pendingOver(outbox: Loaded, askedAtRev: number): Pending {
  // An acknowledged entry with a failure was dropped: it never came to pass, so it is not shown as done.
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
