import { isSameName } from '#contract/accounts/names.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { newestFirst } from '#contract/wire.ts'
import { getSwapId, type ShownSwap, type SwapOfMember } from './overlay.ts'
import { swapStatus, toSwapView } from './status.ts'

/** At most this many swaps are on a shelf. */
const SHELF_MAX = 12

const endOf = (swap: SongSwap) => swap.completed_timestamp ?? swap.swap_initiated_timestamp

/** Returns the member's completed swaps, the last completed one first. */
const findCompleted = (swaps: readonly ShownSwap[], member: string) =>
  swaps.filter((swap) => swapStatus(swap, member) === 'completed').sort((a, b) => newestFirst(endOf(a), endOf(b)))

/** Returns the member's last completed swaps, newest first. */
export const findLastCompleted = (swaps: readonly ShownSwap[], member: string) =>
  findCompleted(swaps, member).slice(0, SHELF_MAX)

/** Returns the other completed swaps with the partner of a swap, newest first. */
export function findShelf(swaps: readonly ShownSwap[], { swap, member }: SwapOfMember): readonly ShownSwap[] {
  const partner = toSwapView(swap, member).other.user
  return findCompleted(swaps, member)
    .filter(
      (other) => getSwapId(other) !== getSwapId(swap) && isSameName(toSwapView(other, member).other.user, partner),
    )
    .slice(0, SHELF_MAX)
}

/** Returns whether no swap was completed after this one: only then is its swag the last that was won. */
export function isLastCompleted(swaps: readonly ShownSwap[], { swap, member }: SwapOfMember): boolean {
  const [last] = findCompleted(swaps, member)
  return last !== undefined && getSwapId(last) === getSwapId(swap)
}
