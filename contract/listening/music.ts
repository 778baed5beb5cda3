import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { ClientId, Count, Done, Id, Num, Text, Username, Written, ZeroOrOne } from '../wire.ts'
import { chartKinds } from './chart-kinds.ts'
import { TopListener } from './charts.ts'
import { CreditedArtists } from './credited-artists.ts'
import { TrackLinks } from './track-links.ts'

/**
 * A track or an album of an artist's or album's page; plays and listeners are those of members on
 * leaderboards, as counted within ten minutes.
 */
export const MusicItem = v.object({
  id: Num,
  name: v.string(),
  artist_id: Num,
  artist: Text,
  artists: CreditedArtists,
  plays: Count,
  listeners: Count,
  /** An album cover's path; empty without one. */
  cover: Text,
  /** Where a track plays. */
  links: TrackLinks,
})
export type MusicItem = v.InferOutput<typeof MusicItem>

/** The members on leaderboards that have played a track or an album, and the viewer's own plays. */
const audience = { own_plays: Count, plays: Count, listeners: Count, topListeners: Rows(TopListener) }

export const getArtistMusic = defineEndpoint({
  method: 'GET',
  path: '/api/artist/music',
  addition: true,
  summary: "An artist's most played tracks and albums among members on leaderboards.",
  access: 'anyone',
  visibility: 'leaderboard',
  query: v.object({ id: Id }),
  response: v.object({ tracks: Rows(MusicItem), albums: Rows(MusicItem) }),
  failure: 'Failed to load tracks and albums',
})

export const getAlbumDetails = defineEndpoint({
  method: 'GET',
  path: '/api/album/by-id',
  addition: true,
  summary: 'An album, its tracks as played here, and its listeners. Null if no member on leaderboards has played it.',
  access: 'anyone',
  visibility: 'leaderboard',
  reads: 'own listens',
  query: v.object({ id: Id }),
  response: v.object({
    album: v.nullable(
      v.object({ id: Num, name: v.string(), artist_id: Num, artist: Text, artists: CreditedArtists, cover: Text }),
    ),
    /** By number on the album where it is known, then by plays. At most 100. */
    tracks: Rows(MusicItem),
    ...audience,
  }),
  failure: 'Failed to load the album',
})

/** A track at a service (`track-services.ts`), and the address made from its id. */
const TrackAddress = v.object({ service: v.string(), id: v.string(), url: v.string() })

export const getTrackDetails = defineEndpoint({
  method: 'GET',
  path: '/api/track/by-id',
  addition: true,
  summary:
    'A track and its listeners. Null if no member on leaderboards has played it, broadcast it or swapped it with the viewer.',
  access: 'anyone',
  visibility: 'leaderboard',
  reads: 'own listens',
  query: v.object({ id: Id }),
  response: v.object({
    track: v.nullable(
      v.object({
        id: Num,
        name: v.string(),
        artist_id: Num,
        artist: Text,
        artists: CreditedArtists,
        lastfmtrackurl: Text,
      }),
    ),
    /** Where the track itself can be played or looked up, by service; `library`: the viewer's own one. */
    links: v.optional(Rows(TrackAddress), []),
    ...audience,
  }),
  failure: 'Failed to load the track',
})

export const rejectTrackLink = defineEndpoint({
  method: 'POST',
  path: '/api/track/reject-link',
  addition: true,
  summary:
    'Says that a link of a track leads to another song, or no longer. Hidden from the member, and from all after three members or an admin.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({
    user: Username,
    id: Id,
    service: Written(20),
    /** The id at the service. */
    external_id: Written(300),
    is_rejected: v.picklist(['true', 'false'], 'must be true or false'),
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to report the link',
})

export const getPlaysByMonth = defineEndpoint({
  method: 'GET',
  path: '/api/user/plays-by-month',
  addition: true,
  summary: "A member's plays of an artist, a track or an album per month of their calendar; private to the member.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  reads: 'own listens',
  query: v.object({
    user: Username,
    kind: v.picklist(chartKinds, 'must be one of artists, tracks, albums'),
    id: Id,
  }),
  response: v.object({
    /** `2026-11`, oldest first, without months that have no plays. */
    months: Rows(v.object({ month: v.string(), plays: Count })),
    /** The current month. */
    until: Text,
    /** 1: a music service fills the member's charts, which lack an artist's days. */
    needs_listens: ZeroOrOne,
  }),
  failure: 'Failed to load listening',
})

/** The number of results of each kind. */
export const SEARCH_RESULTS_MAX = 20

export const getPopularMusic = defineEndpoint({
  method: 'GET',
  path: '/api/popular-music',
  addition: true,
  summary: 'The artists with most listeners among members on leaderboards, and their tracks with most listeners.',
  access: 'anyone',
  visibility: 'leaderboard',
  query: v.object({}),
  response: v.object({ artists: Rows(v.object({ id: Num, name: v.string() })), tracks: Rows(MusicItem) }),
  failure: 'Failed to load charts',
})

export const searchMusic = defineEndpoint({
  method: 'GET',
  path: '/api/search-music',
  addition: true,
  summary: 'Artists, albums and tracks that members on leaderboards have played, by the words of their names.',
  access: 'anyone',
  visibility: 'leaderboard',
  query: v.object({ search_term: Written(100) }),
  response: v.object({
    artists: Rows(v.object({ id: Num, name: v.string() })),
    albums: Rows(v.object({ id: Num, name: v.string(), artist_id: Num, artist: Text })),
    tracks: Rows(v.object({ id: Num, name: v.string(), artist_id: Num, artist: Text })),
  }),
  failure: 'Failed to search music',
})
