import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { type ShownSwap, swapIdOf } from './overlay.ts'
import { songSwapQuery, songSwapsQuery, swapsOfOutbox } from './queries.ts'
import { swapStatus } from './status.ts'
import { useHostAdds } from './useHostAdds.ts'

/** What is known of one swap: `swap` is undefined when it is known that there is none. */
interface KnownSwap {
  swap: ShownSwap | undefined
}

/**
 * One swap by its id. What was begun here without a network has an id below 0 until the server has named it. Offline it is
 * looked for among all that the device keeps.
 */
export function useSwap(member: string, id: number): Live<KnownSwap> {
  const isHereOnly = id < 0
  const one = useLive(songSwapQuery(member, Math.abs(id)), { enabled: !isHereOnly })
  const all = useLive(songSwapsQuery(member), { enabled: false })
  usePollWhilePending(member, id, one.value?.swap)
  const outbox = useOutboxSnapshot()
  if (isHereOnly) return { ...one, value: { swap: begunHere(outbox, -id) }, error: null, isAsking: false }
  if (one.value) return one
  const swap = all.value?.find((it) => swapIdOf(it) === id)
  return swap ? { ...one, value: { swap }, askedAt: all.askedAt } : one
}

const POLL_EVERY_MS = 5000

/**
 * Reads a swap again every 5 s while it is the other member's turn, it is on the screen and the page is visible: the status,
 * read every 30 s, is too slow for two who play at the same time. On our host alone, which responds 304 to an unchanged swap.
 */
function usePollWhilePending(member: string, id: number, swap: ShownSwap | undefined) {
  const isPending = swap !== undefined && swapIdOf(swap) > 0 && swapStatus(swap, member) === 'pending'
  const enabled = useHostAdds() && isPending
  useLive(songSwapQuery(member, Math.abs(id)), { enabled, everyMs: POLL_EVERY_MS })
}

/** By its place in the outbox: the same swap before and after the server has it. */
function begunHere(outbox: ReturnType<typeof useOutboxSnapshot>, seq: number): ShownSwap | undefined {
  const entry = outbox.entries.find((it) => it.seq === seq)
  return swapsOfOutbox(outbox).find((it) => swapIdOf(it) === (entry?.madeId ?? -seq))
}
