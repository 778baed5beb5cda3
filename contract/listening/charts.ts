import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import {
  defineMemberRead,
  defineOpenRead,
  defineOwnRead,
  defineSpecOpenRead,
  defineSpecRead,
} from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import {
  Added,
  Bool,
  Count,
  Id,
  Instant,
  IntParam,
  Limit,
  Nullable,
  NullableNum,
  Num,
  Period,
  Text,
  Username,
  ZeroOrOne,
} from '../wire.ts'
import { WrittenName } from './track-names.ts'

export const Artist = v.object({ id: Num, name: v.string(), imageUrl: Text, scrobbles: Count })
export type Artist = v.InferOutput<typeof Artist>

const Depth = {
  /** The share of the known tracks that the member has heard, 0 to 1. Absent below `KNOWN_MIN`. */
  depth: Added(Num),
  /** The artist's tracks that any member has heard. */
  known_tracks: Added(Num),
}
/** An artist on a member's chart; `scrobbles` are the member's. */
export type TopArtist = ResponseOf<typeof getTopArtists>['topArtists'][number]

export const TopListener = v.object({ username: v.string(), playcount: Count, profileImage: Text })
export type TopListener = v.InferOutput<typeof TopListener>

export const TopTrack = v.object({ id: Num, track: v.string(), artist: Text, playcount: Count, lastfmtrackurl: Text })
export type TopTrack = v.InferOutput<typeof TopTrack>

const viewer = Added(v.string())
/** 1: the member hides their listening, and the response contains none of it. */
const hidden = Added(ZeroOrOne)

/** Why a member is on no leaderboard: a private profile, hidden listening or impossible days. */
export type WhyUnranked = 'private' | 'hidden' | 'impossible'

export const getArtist = defineSpecOpenRead({
  path: '/api/artist/by-id',
  summary: 'An artist; scrobbles are those known here.',
  visibility: 'leaderboard',
  query: v.object({ id: IntParam }),
  response: v.object({ artist: v.nullable(Artist) }),
  failure: 'Failed to load the artist',
})

export const getTopListeners = defineSpecOpenRead({
  path: '/api/artist/top-listeners',
  summary: "An artist's listeners by plays; rank is current_user's own place.",
  visibility: 'leaderboard',
  query: v.object({
    artist: WrittenName,
    period: v.optional(Period, 'overall'),
    limit: v.optional(Limit, 50),
    current_user: v.optional(Username),
  }),
  response: v.object({
    topListeners: Rows(TopListener),
    rank: Added(Num),
    /** The reason why the viewer has no place: a `WhyUnranked`, or a newer server's value. */
    unranked: Added(v.string()),
    viewer,
  }),
  failure: 'Failed to fetch top listeners',
})

export const getArtistListens = defineSpecOpenRead({
  path: '/api/artist/listens',
  summary: "A member's plays of an artist.",
  visibility: 'listening',
  reads: 'own listens',
  query: v.object({ user: Username, artist: WrittenName, period: v.optional(Period, 'overall') }),
  response: v.object({ plays: Count }),
  failure: 'Failed to fetch artist listens',
})

export const getTopArtists = defineSpecOpenRead({
  path: '/api/user/top-artists',
  summary: "A member's most played artists.",
  visibility: 'listening',
  reads: 'own listens',
  query: v.object({ user: Username, period: v.optional(Period, 'overall'), limit: v.optional(Limit, 10) }),
  response: v.object({ topArtists: Rows(v.object({ ...Artist.entries, ...Depth })), hidden }),
  failure: 'Failed to fetch top artists',
})

export const getTopTracks = defineSpecRead({
  path: '/api/user/top-tracks',
  summary: "A member's most played tracks; private to the member.",
  visibility: 'own',
  reads: 'own listens',
  query: v.object({ user: Username, period: v.optional(Period, '7day'), limit: v.optional(Limit, 100) }),
  response: v.object({ topTracks: Rows(TopTrack) }),
  failure: 'Failed to fetch tracks',
})

/** `plays` are `user`'s; in `only_other` the other's. */
const SharedArtist = v.object({ id: Num, name: v.string(), plays: Count })

export const getSimilarTaste = defineMemberRead({
  path: '/api/user/similar-taste',
  summary: 'The members with the most similar taste, as percentiles, with shared artists.',
  visibility: 'listening',
  query: v.object({ user: Username, limit: v.optional(Limit, 50) }),
  response: v.object({
    neighbours: Rows(
      v.object({
        username: v.string(),
        /**
         * The percentage of member pairs here that are less alike; null if one of the two has fewer
         * than five artists, or there are fewer than five members.
         */
        percentile: NullableNum,
        swag: Count,
        pfpmed: Text,
        is_followed: Bool,
        shared: Rows(SharedArtist),
      }),
    ),
    /** When the job last ran for the member; null: not yet. */
    computed_at: Nullable(Instant),
  }),
  failure: 'Failed to fetch similar taste',
})

export const compareTaste = defineMemberRead({
  path: '/api/user/compare',
  summary: 'Two members compared: shared artists, and those that only one of them plays.',
  visibility: 'listening',
  query: v.object({ user: Username, other: Username }),
  response: v.object({
    /**
     * The percentage of member pairs here that are less alike; null until the job has run, without
     * anything in common, and as in `getSimilarTaste`.
     */
    percentile: NullableNum,
    shared: Rows(SharedArtist),
    only_user: Rows(SharedArtist),
    only_other: Rows(SharedArtist),
    hidden,
  }),
  failure: 'Failed to compare',
})

export const getExploration = defineOpenRead({
  path: '/api/artist/exploration',
  summary: "How much of an artist's known tracks a member has heard, its percentile, and other explorers.",
  visibility: 'leaderboard',
  reads: 'own listens',
  query: v.object({ id: Id, current_user: v.optional(Username) }),
  response: v.object({
    artist: v.string(),
    known_tracks: Count,
    /** The distinct tracks among these that the viewer has heard. `findZone` of the quotient is the zone. */
    heard_tracks: Count,
    /** The percentage of other listeners that have heard less; null without listens or others. */
    percentile: NullableNum,
    /** Without the viewer, the deepest first: per zone the deepest and the viewer's neighbours. */
    explorers: Rows(v.object({ username: v.string(), depth: Num, pfpsm: Text })),
    viewer,
  }),
  failure: 'Failed to load the artist',
})

/** A member's plays per day in their calendar; `until` is today. */
export const getDailyPlays = defineOwnRead({
  path: '/api/user/daily-plays',
  summary: "A member's plays per day, oldest first, days without plays left out; private to the member.",
  reads: 'own listens',
  query: v.object({
    user: Username,
    days: v.optional(v.pipe(IntParam, v.minValue(1, 'must be 1 to 366'), v.maxValue(366, 'must be 1 to 366')), 56),
  }),
  response: v.object({ days: Rows(v.object({ day: v.string(), plays: Count })), until: v.string() }),
  failure: 'Failed to load listening',
})
