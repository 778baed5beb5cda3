import { prefetchFilled, prefetchLive } from '#src/cache/live.ts'
import { pickerTracksQuery } from '#src/listening/queries.ts'
import type { RouterContext } from '#src/session/router-context.ts'
import { statusQuery } from '#src/status/queries.ts'
import { songSwapQuery, songSwapsQuery } from '#src/swaps/queries.ts'
import { sharedSwapQuery } from '#src/swaps/share/queries.ts'
import { readStored } from '#src/swaps/stored.ts'
import { parseSwapId } from '#src/swaps/swap-id.ts'

export function prefetchSwap({ client, member }: RouterContext, id: string | undefined) {
  const parsed = parseSwapId(id)
  if (member === null || typeof parsed !== 'number') return
  if (parsed > 0) prefetchLive(client, songSwapQuery(member, parsed))
  prefetchLive(client, songSwapsQuery(member))
}

/** Takes the results for a shared swap from a filled page. */
export async function prefetchShared({ client }: RouterContext, id: string | undefined) {
  const parsed = parseSwapId(id)
  if (typeof parsed !== 'number') return
  await Promise.all([prefetchFilled(client, sharedSwapQuery(parsed)), prefetchFilled(client, statusQuery)])
}

/** Like `prefetchSwap`, for the swap that was opened last from the history if the URL has none. */
export const prefetchAction = (context: RouterContext, id: string | undefined) =>
  prefetchSwap(context, actionId(id, readStored().pendingId))

export const actionId = (id: string | undefined, pendingId: number | undefined) =>
  id ?? (pendingId === undefined ? undefined : String(pendingId))

export function prefetchHistory({ client, member }: RouterContext) {
  if (member !== null) prefetchLive(client, songSwapsQuery(member))
}

/** Prefetches the next steps for use offline: the swaps, and the tracks to choose from. */
export function prefetchGame(context: RouterContext) {
  prefetchHistory(context)
  if (context.member !== null) prefetchLive(context.client, pickerTracksQuery(context.member))
}
