import * as v from 'valibot'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Count, Id, Instant, Num, Text, TrueOrFalse, Username } from '../wire.ts'
import { TrackLinks } from './track-links.ts'
import { WrittenName } from './track-names.ts'

export const LATER_TRACKS_MAX = 1000
/** A track that was heard is shown for these days, so that it can be put back; at most 20 are. */
export const HEARD_DAYS = 7
export const HEARD_TRACKS_MAX = 20

export const laterSources = ['broadcast', 'swap', 'message'] as const

/** The broadcast, swap or message that shows a track. */
export interface LaterSource {
  readonly kind: (typeof laterSources)[number]
  readonly id: number
  readonly user: string
}

/** A track to listen later. `id` is the list's cursor. */
export const LaterTrack = v.object({
  id: Num,
  track_id: Num,
  track: v.string(),
  artist: Text,
  links: TrackLinks,
  saved_at: Instant,
  /** The other member in the broadcast, swap or message, if the viewer may see them. */
  from_user: Added(v.string()),
  /** One of `laterSources`, and its id; the id is absent if it was deleted. */
  from_kind: Added(v.string()),
  from_id: Added(Num),
})
export type LaterTrack = v.InferOutput<typeof LaterTrack>

export const getLaterTracks = defineOwnRead({
  path: '/api/user/later-tracks',
  summary: 'The tracks that a member has saved to listen later, the latest first, and those heard lately.',
  reads: 'own listens',
  query: v.object({ user: Username, ...pageParams(50) }),
  response: v.object({
    laterTracks: Rows(LaterTrack),
    total: Count,
    /** Left the list when a listen arrived, the latest first. Empty on pages with `before`. */
    heard: Rows(LaterTrack),
  }),
  failure: 'Failed to load your list',
})

export const saveForLater = defineOwnWrite({
  path: '/api/user/save-for-later',
  summary: 'Saves a track to listen later, or removes it. It leaves the list with its next listen.',
  query: changeQuery({
    artist: WrittenName,
    track: WrittenName,
    is_saved: TrueOrFalse,
    /** What it is saved from; ignored if the member can't see it, or if it has another track. */
    from_kind: v.optional(v.picklist(laterSources, 'must be broadcast, swap or message')),
    from_id: v.optional(Id),
  }),
  failure: 'Failed to save the track',
})
