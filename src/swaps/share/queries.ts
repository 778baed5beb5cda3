import type { ResponseOf } from '#contract/endpoint.ts'
import { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { blockReads, findBlocked } from '#src/accounts/blocks/overlay.ts'
import { type Exchanged, exchange } from '#src/api/call.ts'
import { isNotFound } from '#src/api/errors.ts'
import { liveQuery } from '#src/cache/live.ts'

export type SharedSwap = ResponseOf<typeof getSharedSwap>

interface FoundSharedSwap {
  /** Null: there is none, or it is not shared. */
  shared: SharedSwap | null
}

/** The results of a swap that its members share. */
export const sharedSwapQuery = (id: number) =>
  liveQuery({
    queryKey: ['swaps', 'shared', id],
    fetch: (signal) => findShared(id, signal),
    overlay: ({ shared }: FoundSharedSwap, pending) => {
      const isBlocked = findBlocked(pending)
      return {
        shared: shared && [shared.initiator, shared.matched].some((side) => isBlocked(side.username)) ? null : shared,
      }
    },
    reads: blockReads,
  })

/** A 404 is a response: it replaces the stored results of a swap that is no longer shared. */
async function findShared(id: number, signal: AbortSignal): Promise<Exchanged<FoundSharedSwap>> {
  try {
    const found = await exchange(getSharedSwap, { songswapid: id }, { signal })
    return { ...found, answer: { shared: found.answer } }
  } catch (error) {
    if (isNotFound(error)) return { answer: { shared: null }, etag: undefined, cachedAt: undefined }
    throw error
  }
}
