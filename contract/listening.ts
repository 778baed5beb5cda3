import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import {
  Added,
  Bool,
  ClientId,
  Count,
  Done,
  Id,
  IntParam,
  Limit,
  Nullable,
  Num,
  Period,
  Text,
  Username,
  Written,
} from './wire.ts'

export const Artist = v.object({ id: Num, name: v.string(), imageUrl: Text, scrobbles: Count })
export type Artist = v.InferOutput<typeof Artist>

export const TopListener = v.object({ username: v.string(), playcount: Count, profileImage: Text })
export type TopListener = v.InferOutput<typeof TopListener>

export const TopTrack = v.object({ id: Num, track: v.string(), artist: Text, playcount: Count, lastfmtrackurl: Text })
export type TopTrack = v.InferOutput<typeof TopTrack>

export const TopBroadcastedTrack = v.object({
  broadcastid: Num,
  track: v.string(),
  artist: Text,
  likes: Count,
  isLiked: Bool,
  lastfmtrackurl: Text,
})
export type TopBroadcastedTrack = v.InferOutput<typeof TopBroadcastedTrack>

const viewer = Added(v.string())

export const getArtist = defineEndpoint({
  method: 'GET',
  path: '/api/artist/by-id',
  summary: 'An artist; scrobbles are those known here.',
  access: 'anyone',
  query: v.object({ id: IntParam }),
  answer: v.object({ artist: Nullable(Artist) }),
  failure: 'Artist not found',
})

export const getTopListeners = defineEndpoint({
  method: 'GET',
  path: '/api/artist/top-listeners',
  summary: "An artist's listeners by plays; rank is current_user's own place.",
  access: 'anyone',
  query: v.object({
    artist: Written(300),
    period: v.optional(Period, 'overall'),
    limit: v.optional(Limit, 50),
    current_user: v.optional(Username),
  }),
  answer: v.object({ topListeners: v.array(TopListener), rank: Added(Num), viewer }),
  failure: 'Failed to fetch top listeners',
})

export const getArtistListens = defineEndpoint({
  method: 'GET',
  path: '/api/artist/listens',
  summary: "A member's plays of an artist.",
  access: 'anyone',
  query: v.object({ user: Username, artist: Written(300), period: v.optional(Period, 'overall') }),
  answer: v.object({ plays: Count }),
  failure: 'Failed to fetch artist listens',
})

export const getTopArtists = defineEndpoint({
  method: 'GET',
  path: '/api/user/top-artists',
  summary: "A member's most played artists.",
  access: 'anyone',
  query: v.object({ user: Username, period: v.optional(Period, 'overall'), limit: v.optional(Limit, 10) }),
  answer: v.object({ topArtists: v.array(Artist) }),
  failure: 'Failed to fetch top artists',
})

export const getTopTracks = defineEndpoint({
  method: 'GET',
  path: '/api/user/top-tracks',
  summary: "A member's most played tracks; private to the member.",
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, period: v.optional(Period, '7day'), limit: v.optional(Limit, 100) }),
  answer: v.object({ topTracks: v.array(TopTrack) }),
  failure: 'Failed to fetch tracks',
})

export const getTopBroadcastedTracks = defineEndpoint({
  method: 'GET',
  path: '/api/user/top-broadcasted-tracks',
  summary: "A member's broadcasts of tracks, most liked first.",
  access: 'anyone',
  query: v.object({ user: Username, limit: v.optional(Limit, 3), current_user: v.optional(Username) }),
  answer: v.object({ topTracks: v.array(TopBroadcastedTrack), viewer }),
  failure: 'Failed to load tracks',
})

/** Demo only: a newcomer gets a listening history, so that the track picker works at once. */
export const addSampleListens = defineEndpoint({
  method: 'POST',
  path: '/api/user/sample-listens',
  summary: 'Gives the member sample listens (demo only; done already when there are listens).',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to add sample listens',
})

const SharedArtist = v.object({ id: Num, name: v.string(), plays: Count })

export const getSimilarTaste = defineEndpoint({
  method: 'GET',
  path: '/api/user/similar-taste',
  summary: "Members whose taste is nearest to the member's, as percentiles, with shared artists.",
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, limit: v.optional(Limit, 50) }),
  answer: v.object({
    neighbours: v.array(
      v.object({ username: v.string(), percentile: Num, swag: Count, pfpmed: Text, shared: v.array(SharedArtist) }),
    ),
  }),
  failure: 'Failed to fetch similar taste',
})

export const compareTaste = defineEndpoint({
  method: 'GET',
  path: '/api/user/compare',
  summary: 'Two members compared: shared artists, and those that only one of them plays.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, other: Username }),
  answer: v.object({
    percentile: Nullable(Num),
    shared: v.array(SharedArtist),
    only_user: v.array(SharedArtist),
    only_other: v.array(SharedArtist),
  }),
  failure: 'Failed to compare',
})

export const getExploration = defineEndpoint({
  method: 'GET',
  path: '/api/artist/exploration',
  summary: "How much of an artist's known tracks a member has heard, its percentile, and other explorers.",
  access: 'anyone',
  query: v.object({ id: Id, current_user: v.optional(Username) }),
  answer: v.object({
    artist: v.string(),
    known_tracks: Count,
    heard_tracks: Count,
    percentile: Nullable(Num),
    explorers: v.array(v.object({ username: v.string(), depth: Num, pfpsm: Text })),
    viewer,
  }),
  failure: 'Artist not found',
})
