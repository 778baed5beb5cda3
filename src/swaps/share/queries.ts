import type { ResponseOf } from '#contract/endpoint.ts'
import { getSharedSwap } from '#contract/swaps/shared-swap.ts'
import { blockReads, findBlocked } from '#src/accounts/blocks/overlay.ts'
import { type Exchanged, mapResponse, poll } from '#src/api/call.ts'
import { isNotFound } from '#src/api/errors.ts'
import { liveQuery, type ReadOptions } from '#src/cache/live.ts'

export type SharedSwap = ResponseOf<typeof getSharedSwap>

interface FoundSharedSwap {
  /** Null: there is none, or it is not shared. */
  shared: SharedSwap | null
}

/** Results for a swap that its members share; without an id, for the newest. */
export const sharedSwapQuery = (id?: number) =>
  liveQuery({
    queryKey: ['swaps', 'shared', id ?? 'newest'],
    fetch: (options) => findShared(id, options),
    overlay: ({ shared }: FoundSharedSwap, pending) => {
      const isBlocked = findBlocked(pending)
      return {
        shared: shared && [shared.initiator, shared.matched].some((side) => isBlocked(side.username)) ? null : shared,
      }
    },
    reads: blockReads,
  })

/** A 404 is a response: it replaces the stored results for a swap that is no longer shared. */
async function findShared(
  id: number | undefined,
  options: ReadOptions,
): Promise<Exchanged<FoundSharedSwap> | 'unchanged'> {
  try {
    const found = await poll(getSharedSwap, { songswapid: id }, options)
    return mapResponse(found, (shared) => ({ shared }))
  } catch (error) {
    if (isNotFound(error)) return { response: { shared: null }, etag: undefined }
    throw error
  }
}
