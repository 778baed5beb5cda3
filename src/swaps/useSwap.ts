import { shownRows } from '#src/cache/hidden-row.ts'
import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { useHostAdds } from '#src/status/useHostAdds.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { songSwapQuery, songSwapsQuery, swapsOfOutbox } from './queries.ts'
import { swapStatus } from './status.ts'

/** A swap and its state: `swap` is undefined if there is certainly none. */
interface KnownSwap {
  swap: ShownSwap | undefined
}

/** A swap begun offline has an id below 0. Offline it is searched for among all cached swaps. */
export function useSwap(member: string, id: number): Live<KnownSwap> {
  const isHereOnly = id < 0
  const one = useLive(songSwapQuery(member, Math.abs(id)), { enabled: !isHereOnly })
  const all = useLive(songSwapsQuery(member), { enabled: false })
  usePollWhilePending(member, id, one.value?.swap)
  const outbox = useOutboxSnapshot()
  if (isHereOnly) return { ...one, value: { swap: begunHere(outbox, -id) }, error: null, isFetching: false }
  if (one.value) return one
  const swap = shownRows(all.value ?? []).find((row) => getSwapId(row) === id)
  return swap ? { ...one, value: { swap }, requestedAt: all.requestedAt } : one
}

const POLL_EVERY_MS = 5000

/**
 * Fetches a swap every 5 s during the other member's turn, while it is on the screen and the page
 * is visible: the status, fetched every 30 s, is too slow for two members that play at the same
 * time. On our host alone, which responds 304 for an unchanged swap.
 */
function usePollWhilePending(member: string, id: number, swap: ShownSwap | undefined) {
  const isPending = swap !== undefined && getSwapId(swap) > 0 && swapStatus(swap, member) === 'pending'
  const enabled = useHostAdds() && isPending
  useLive(songSwapQuery(member, Math.abs(id)), { enabled, everyMs: POLL_EVERY_MS })
}

/** Returns the swap by its place in the outbox: the same before and after it is sent. */
function begunHere(outbox: ReturnType<typeof useOutboxSnapshot>, seq: number): ShownSwap | undefined {
  const entry = outbox.entries.find((queued) => queued.seq === seq)
  return swapsOfOutbox(outbox).find((candidate) => getSwapId(candidate) === (entry?.madeId ?? -seq))
}
