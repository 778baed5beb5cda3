import { isSameName } from '#contract/accounts/names.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { setSwapSharing } from './actions.ts'

export const sharingReads = [setSwapSharing] as const

/**
 * Returns a swap with the user's pending agreement, and its entry; undefined without one. Only our
 * host has the field, and only on a completed swap.
 */
export function overlaySharing<S extends SongSwap>(
  swap: S,
  pending: PendingOf<typeof sharingReads>,
  isOfSwap: (action: { swapId: number }) => boolean,
): { swap: S; entry: Entry } | undefined {
  const action = pending.of(setSwapSharing).findLast(isOfSwap)
  if (!action || !swap.shares) return undefined
  const side = isSameName(action.user, swap.initiated_user) ? 'initiated' : 'matched'
  return { swap: { ...swap, shares: { ...swap.shares, [side]: action.isShared } }, entry: action.entry }
}
