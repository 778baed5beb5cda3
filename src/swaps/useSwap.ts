import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { type ShownSwap, swapIdOf } from './overlay.ts'
import { songSwapQuery, songSwapsQuery, swapsOfOutbox } from './queries.ts'

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
  const outbox = useOutboxSnapshot()
  if (isHereOnly) return { ...one, value: { swap: begunHere(outbox, -id) }, error: null, isAsking: false }
  if (one.value) return one
  const swap = all.value?.find((it) => swapIdOf(it) === id)
  return swap ? { ...one, value: { swap }, askedAt: all.askedAt } : one
}

/** By its place in the outbox: the same swap before and after the server has it. */
function begunHere(outbox: ReturnType<typeof useOutboxSnapshot>, seq: number): ShownSwap | undefined {
  const entry = outbox.entries.find((it) => it.seq === seq)
  return swapsOfOutbox(outbox).find((it) => swapIdOf(it) === (entry?.madeId ?? -seq))
}
