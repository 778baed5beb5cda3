import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOpenRead, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Count, Instant, Num, Text, TrueOrFalse, Username, ZeroOrOne } from '../wire.ts'
import { TrackLinks } from './track-links.ts'
import { WrittenName } from './track-names.ts'

/** A track that a member loves. `id` is the list's cursor. */
export type LovedTrack = ResponseOf<typeof getLovedTracks>['lovedTracks'][number]

export const getLovedTracks = defineOpenRead({
  path: '/api/user/loved-tracks',
  summary:
    "The tracks that a member loves, the latest first. Others see them if the member shares them; hidden: they don't.",
  visibility: 'listening',
  query: v.object({ user: Username, ...pageParams(50) }),
  response: v.object({
    lovedTracks: Rows(
      v.object({
        id: Num,
        track_id: Num,
        track: v.string(),
        artist: Text,
        artist_id: Num,
        lastfmtrackurl: Text,
        links: TrackLinks,
        loved_at: Instant,
      }),
    ),
    total: Count,
    hidden: Added(ZeroOrOne),
  }),
  failure: 'Failed to load loved tracks',
})

export const getLovedTrackIds = defineOwnRead({
  path: '/api/user/loved-track-ids',
  summary: 'The ids of all tracks that the member loves, for the hearts in lists; private to the member.',
  query: v.object({ user: Username }),
  response: v.object({ tracks: Rows(v.object({ id: Num })) }),
  failure: 'Failed to load loved tracks',
})

export const loveTrack = defineOwnWrite({
  path: '/api/user/love-track',
  summary: 'Loves a track, or no longer. Players do the same by their protocols.',
  query: changeQuery({
    artist: WrittenName,
    track: WrittenName,
    is_loved: TrueOrFalse,
  }),
  failure: 'Failed to love the track',
})
