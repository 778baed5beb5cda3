import type { RouterContext } from '#src/app/router-context.ts'
import { prefetchLive } from '#src/cache/live.ts'
import { pickerTracksQuery } from '#src/listening/queries.ts'
import { songSwapQuery, songSwapsQuery } from '#src/swaps/queries.ts'
import { readStored } from '#src/swaps/stored.ts'
import { parseSwapId } from '#src/swaps/swap-id.ts'

/** Starts the reads of a screen about one swap. */
export function prefetchSwap({ client, member }: RouterContext, id: string | undefined) {
  const parsed = parseSwapId(id)
  if (member === null || typeof parsed !== 'number') return
  if (parsed > 0) prefetchLive(client, songSwapQuery(member, parsed))
  prefetchLive(client, songSwapsQuery(member))
}

/** As `prefetchSwap`, of the swap that was opened last from the history where the address names none. */
export const prefetchAction = (context: RouterContext, id: string | undefined) =>
  prefetchSwap(context, actionId(id, readStored().pendingId))

/** Which swap /track-swap-action is about. */
export const actionId = (id: string | undefined, pendingId: number | undefined) =>
  id ?? (pendingId === undefined ? undefined : String(pendingId))

/** Starts the reads of the history. */
export function prefetchHistory({ client, member }: RouterContext) {
  if (member !== null) prefetchLive(client, songSwapsQuery(member))
}

/** Starts what the next steps need, so that they work in a tunnel: one's swaps, and the tracks to choose from. */
export function prefetchGame(context: RouterContext) {
  prefetchHistory(context)
  if (context.member !== null) prefetchLive(context.client, pickerTracksQuery(context.member))
}
