import * as v from 'valibot'
import { changeQuery, defineContactWrite, defineOpenRead } from '../endpoint-kinds.ts'
import { TrackLinks } from '../listening/track-links.ts'
import { Id, Instant, Num, Text } from '../wire.ts'

const SharedSide = v.object({
  username: v.string(),
  pfpmed: Text,
  track: v.string(),
  artist: v.string(),
  track_url: Text,
  links: TrackLinks,
  /** The rating that the track received, 1 to 5: its member's swag. */
  rating: Num,
})

/** Without what the members wrote: they have agreed to share the results, not their texts. */
export const getSharedSwap = defineOpenRead({
  path: '/api/shared-swap',
  summary:
    'The results of a completed swap that both members share; without songswapid of the newest one with members that search engines may list. Otherwise 404.',
  visibility: 'profile',
  query: v.object({ songswapid: v.optional(Id) }),
  response: v.object({ initiator: SharedSide, matched: SharedSide, completed_timestamp: Instant }),
  failure: 'Failed to fetch swap details',
})

/** Without a completed swap 409 `swap_order` or `swap_ended`. The other member is notified once. */
export const shareSongSwap = defineContactWrite({
  path: '/api/share-song-swap',
  summary: 'Agrees to share the results of a completed swap: public once both members agree. Repeats succeed.',
  query: changeQuery({ songswapid: Id }),
  failure: 'Failed to share the results',
})

export const unshareSongSwap = defineContactWrite({
  path: '/api/unshare-song-swap',
  summary: "Ends the member's agreement to share the results, which are private again at once. Repeats succeed.",
  whileSuspended: true,
  query: changeQuery({ songswapid: Id }),
  failure: 'Failed to stop sharing the results',
})
