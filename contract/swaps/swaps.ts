import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { changeQuery, defineContactWrite, defineSpecRead, defineSpecWrite } from '../endpoint-kinds.ts'
import { TrackLinks } from '../listening/track-links.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Id, Instant, Nullable, NullableNum, Num, Rating, Username, Written } from '../wire.ts'

/** The most characters in a text with a track or a rating. */
export const SWAP_TEXT_MAX = 280

/** One exchange. A side's track and rating are null until they exist. */
export const SongSwap = v.object({
  id: Num,
  initiated_user: v.string(),
  matched_user: v.string(),
  initiated_track_id: NullableNum,
  matched_track_id: NullableNum,
  initiated_track_name: Nullable(v.string()),
  matched_track_name: Nullable(v.string()),
  initiated_artist_name: Nullable(v.string()),
  matched_artist_name: Nullable(v.string()),
  initiated_track_url: Nullable(v.string()),
  matched_track_url: Nullable(v.string()),
  initiated_links: TrackLinks,
  matched_links: TrackLinks,
  /** The rating that this side gave, 1 to 5. */
  initiated_reaction: NullableNum,
  matched_reaction: NullableNum,
  swap_initiated_timestamp: Instant,
  song_swap_id: NullableNum,
  /** How it ended without results: `declined`, `withdrawn` or `expired`. */
  ended: Added(v.string()),
  ended_timestamp: Added(Instant),
  /** When the second rating was sent. */
  completed_timestamp: Added(Instant),
  /** What a member wrote with the track. */
  initiated_track_text: Added(v.string()),
  matched_track_text: Added(v.string()),
  /** What a member wrote with the rating. The other member sees it once both have rated. */
  initiated_reaction_text: Added(v.string()),
  matched_reaction_text: Added(v.string()),
  /** For a completed swap: the sides that agree to share the results. Both: they are public. */
  shares: Added(v.object({ initiated: Bool, matched: Bool })),
  /** For a completed swap: each side's plays of the received track on later UTC days; null: hidden. */
  plays_since: Added(v.object({ initiated: NullableNum, matched: NullableNum })),
})
export type SongSwap = v.InferOutput<typeof SongSwap>

const MatchedMember = v.union([v.string(), v.object({ profile: v.string() }), v.object({ username: v.string() })])
type MatchedMember = v.InferOutput<typeof MatchedMember>

/** The match's name. Other hosts send the profile, or a list with one; only the name is read. */
const MatchedName = v.pipe(
  v.union([MatchedMember, v.array(MatchedMember)]),
  v.transform((sent): string | null => getName(Array.isArray(sent) ? sent[0] : sent)),
  v.metadata({ jsonSchema: { type: 'string' } }),
)

function getName(match: MatchedMember | undefined): string | null {
  const name = typeof match === 'object' ? ('profile' in match ? match.profile : match.username) : match
  return name === undefined || name === '' ? null : name
}

export const getSongSwaps = defineSpecRead({
  path: '/api/get-song-swaps',
  summary: "The member's swaps, newest first, or one of them; without limit at most 1,000. before is the last id.",
  visibility: 'contact',
  query: v.object({ user: Username, songswapid: v.optional(Id), ...pageParams(1000) }),
  response: v.object({ songSwaps: Rows(SongSwap) }),
  failure: 'Failed to fetch track swaps',
})

/** Pure in member and time window. Without a match: 404 `no_match`, or a 200 without both fields. */
export const findSongSwapMatch = defineSpecRead({
  path: '/api/find-song-swap-match',
  summary: 'The name of a member to swap tracks with; until next_match_at the same match is repeated.',
  visibility: 'profile',
  query: v.object({ user: Username }),
  response: v.object({ matched_user_profile: Nullable(MatchedName), next_match_at: Added(Instant) }),
  failure: 'Failed to find a match',
})

export const createSongSwap = defineEndpoint({
  method: 'POST',
  path: '/api/create-song-swap',
  summary: 'Begins a swap with another member; the track follows in add-song-swap-track.',
  access: 'member',
  actor: 'user',
  visibility: 'contact',
  query: changeQuery({ matched_user: Username }),
  response: v.object({ song_swap_id: Num, client_id: Added(v.string()) }),
  failure: 'Failed to create song swap',
})

export const addSongSwapTrack = defineSpecWrite({
  path: '/api/add-song-swap-track',
  summary: "Adds the member's track: the initiator's first, then the matched member's.",
  visibility: 'contact',
  query: changeQuery({
    songswapid: Id,
    trackid: Id,
    text: v.optional(Written(SWAP_TEXT_MAX)),
  }),
  failure: 'Failed to add track to song swap',
})

/** Set once: a second rating is 409 `already_rated`. Awards `reaction` swag to the other member. */
export const addSongSwapReaction = defineSpecWrite({
  path: '/api/add-song-swap-reaction',
  summary: "Rates the other member's track, 1 to 5.",
  visibility: 'contact',
  query: changeQuery({
    songswapid: Id,
    reaction: Rating,
    text: v.optional(Written(SWAP_TEXT_MAX)),
  }),
  failure: 'Failed to rate track',
})

export const declineSongSwap = defineContactWrite({
  path: '/api/decline-song-swap',
  summary: 'The matched member declines an invite not answered yet. Declined already is done already.',
  query: changeQuery({ songswapid: Id }),
  failure: 'Failed to decline the swap',
})

export const withdrawSongSwap = defineContactWrite({
  path: '/api/withdraw-song-swap',
  summary: 'The initiator withdraws a swap not answered yet. Withdrawn already is done already.',
  query: changeQuery({ songswapid: Id }),
  failure: 'Failed to withdraw the swap',
})
