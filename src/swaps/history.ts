import { isSameName } from '#contract/accounts/names.ts'
import type { SongSwap } from '#contract/swaps/swaps.ts'
import { newestFirst } from '#contract/wire.ts'
import { getSwapId, type ShownSwap, type SwapOfMember } from './overlay.ts'
import { type SwapStatus, swapStatus, swapStatuses, toSwapView } from './status.ts'

export interface HistoryItem {
  swap: ShownSwap
  status: SwapStatus
}

export const asHistory = (swaps: readonly ShownSwap[], viewer: string): readonly HistoryItem[] =>
  swaps.map((swap) => ({ swap, status: swapStatus(swap, viewer) }))

/** Returns the swaps with those that wait for the viewer first. */
export const waitingFirst = (items: readonly HistoryItem[]): readonly HistoryItem[] =>
  items.toSorted((a, b) => Number(b.status === 'action_required') - Number(a.status === 'action_required'))

/** Returns the swap count for each status that occurs, in status order. */
export function countByStatus(items: readonly HistoryItem[]): readonly { status: SwapStatus; count: number }[] {
  const counts = new Map<SwapStatus, number>()
  for (const { status } of items) counts.set(status, (counts.get(status) ?? 0) + 1)
  return swapStatuses.flatMap((status) => {
    const count = counts.get(status)
    return count === undefined ? [] : [{ status, count }]
  })
}

export function filterHistory(
  items: readonly HistoryItem[],
  viewer: string,
  { status, typed }: { status: SwapStatus | undefined; typed: string },
): readonly HistoryItem[] {
  const term = typed.trim().toLowerCase()
  return items.filter((item) => {
    if (status !== undefined && item.status !== status) return false
    if (term === '') return true
    const { own, other } = toSwapView(item.swap, viewer)
    const texts = [other.user, own.track?.name, own.track?.artist, other.track?.name, other.track?.artist]
    return texts.some((word) => word?.toLowerCase().includes(term))
  })
}

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
