import { getTopBroadcastedTracks } from '#contract/broadcasts/broadcasts.ts'
import { endpointQuery } from '#src/cache/endpoint-query.ts'
import { topReads } from '../overlay.ts'
import { overlayTopBroadcasted } from './overlay.ts'

export const topBroadcastedQuery = (user: string, member: string | null) =>
  endpointQuery(getTopBroadcastedTracks, { user, current_user: member ?? undefined }, ['broadcasts', 'top', user], {
    overlay: overlayTopBroadcasted,
    reads: topReads,
  })
