import * as v from 'valibot'
import { defineMemberRead, defineOpenRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Instant, Nullable, NullableNum, Text, Username } from '../wire.ts'

export const Playing = v.object({
  username: v.string(),
  pfpsm: Text,
  track: v.string(),
  artist: v.string(),
  /** Null until a member here has scrobbled the artist. */
  artist_id: NullableNum,
  /** Null until it has been scrobbled here; for one member only, not in the followed list. */
  track_id: NullableNum,
  started_at: Instant,
  /** When the track ends: it must not be shown any longer. */
  ends_at: Instant,
  /** Whether the viewer has reacted to it; absent if the host has no reactions to plays. */
  is_reacted: Added(Bool),
})
export type Playing = v.InferOutput<typeof Playing>

export const getNowPlaying = defineOpenRead({
  path: '/api/user/now-playing',
  summary: 'What a member plays now; null: nothing.',
  visibility: 'listening',
  query: v.object({ user: Username }),
  response: v.object({ now_playing: Nullable(Playing) }),
  failure: 'Failed to load what is playing',
})

export const getFollowingNowPlaying = defineMemberRead({
  path: '/api/user/following-now-playing',
  summary: 'What those whom a member follows play now, latest first, at most 50; private to the member.',
  visibility: 'listening',
  query: v.object({ user: Username }),
  response: v.object({ playing: Rows(Playing) }),
  failure: 'Failed to load what is playing',
})
