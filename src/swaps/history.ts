import type { ShownSwap } from './overlay.ts'
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
