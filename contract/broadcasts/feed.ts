import * as v from 'valibot'
import { defineMemberRead, defineSpecOpenRead } from '../endpoint-kinds.ts'
import { TrackLinks } from '../listening/track-links.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Count, Id, Instant, NullableNum, Num, Text, Username } from '../wire.ts'
import { Mention } from './mentions.ts'

/** A shared track, or a post by System about members' actions. `title` is the caption. */
export const Broadcast = v.object({
  id: Num,
  user: v.string(),
  title: Text,
  /** For type Track: `{track name} by {artist}`. */
  body: Text,
  /** `Track`; any other value is activity. */
  type: Text,
  /** The track's id for type Track. */
  relatedid: NullableNum,
  timestamp: Instant,
  likes: Count,
  /** Whether the viewer likes it; undefined if the host does not send it. */
  isLiked: Added(Bool),
  /** The reply count; absent on hosts without replies. */
  replies: Added(Num),
  /** Those among the viewer's last 100 replies: an action that is in it is counted already. */
  own_replies: Added(Rows(v.object({ id: Num, client_id: Added(v.string()) }))),
  edited: Bool,
  /** Members that the caption mentions, without those hidden from the viewer; absent if none. */
  mentions: Added(Rows(Mention)),
  track_url: Text,
  links: TrackLinks,
  user_pfp_sm: Text,
  user_pfp_med: Text,
  user_pfp_lg: Text,
  user_pfp_xl: Text,
  /** If absent, the body is split at its last ' by '. */
  track: Added(v.string()),
  artist: Added(v.string()),
  /** Returned to its author only: joins a cached response to the action that created it. */
  client_id: Added(v.string()),
  /** For a post by System: its member, */
  about_user: Added(v.string()),
  /** for a swap the other member, */
  about_other: Added(v.string()),
  /** and the swap, returned to these two members only: no other user may open it. */
  about_swap: Added(Num),
})
export type Broadcast = v.InferOutput<typeof Broadcast>

export const getBroadcasts = defineSpecOpenRead({
  path: '/api/get-broadcasts',
  summary: 'The feed, newest first. before: the last id above. id: this broadcast alone, also by a muted member.',
  visibility: 'profile',
  query: v.object({ current_user: v.optional(Username), id: v.optional(Id), ...pageParams(100) }),
  response: v.object({ broadcasts: Rows(Broadcast), viewer: Added(v.string()) }),
  failure: 'Failed to load broadcasts',
})

export const getFollowingBroadcasts = defineMemberRead({
  path: '/api/user/following-broadcasts',
  summary: 'The feed of a member and the followed ones.',
  visibility: 'profile',
  query: v.object({ user: Username, ...pageParams(50) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to load broadcasts',
})
