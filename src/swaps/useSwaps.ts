import type { HiddenRow } from '#src/cache/hidden-row.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { type Pages, usePages } from '#src/cache/usePages.ts'
import type { ShownSwap } from './overlay.ts'
import { olderSwapsQuery, PAGE, songSwapsQuery, swapListOfOutbox } from './queries.ts'

const LENGTHS = { head: PAGE, older: PAGE }
const NO_SWAPS: readonly (ShownSwap | HiddenRow)[] = []

/** Queued swaps are shown also if no list was ever fetched. */
export function useSwaps(member: string): Live<readonly ShownSwap[]> & { olderPage: Pages<ShownSwap> | undefined } {
  const head = useLive(songSwapsQuery(member))
  const outbox = useOutboxSnapshot()
  const pages = usePages(head.value ?? NO_SWAPS, (before) => olderSwapsQuery(member, before), {
    lengths: LENGTHS,
    isEager: true,
    isRestored: false,
  })
  const olderPage = pages.error === null ? undefined : pages
  const here = swapListOfOutbox(outbox).filter((swap) => swap.waiting || swap.refused)
  const value = head.value ? pages.items : here.length > 0 ? here : undefined
  return { ...head, value, olderPage }
}
