import * as v from 'valibot'
import { changeQuery, defineOpenRead, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Count, Id, Num, Text, TrueOrFalse, Username, Written, ZeroOrOne } from '../wire.ts'
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
  links: TrackLinks,
})
export type MusicItem = v.InferOutput<typeof MusicItem>

/** The members on leaderboards that have played a track or an album, and the viewer's own plays. */
const audience = { own_plays: Count, plays: Count, listeners: Count, topListeners: Rows(TopListener) }

export const getArtistMusic = defineOpenRead({
  path: '/api/artist/music',
  summary: "An artist's most played tracks and albums among members on leaderboards.",
  visibility: 'leaderboard',
  query: v.object({ id: Id }),
  response: v.object({ tracks: Rows(MusicItem), albums: Rows(MusicItem) }),
  failure: 'Failed to load tracks and albums',
})

export const getAlbumDetails = defineOpenRead({
  path: '/api/album/by-id',
  summary: 'An album, its tracks as played here, and its listeners. Null if no member on leaderboards has played it.',
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

export const getTrackDetails = defineOpenRead({
  path: '/api/track/by-id',
  summary:
    'A track and its listeners. Null if no member on leaderboards has played it, broadcast it or swapped it with the viewer.',
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

export const rejectTrackLink = defineOwnWrite({
  path: '/api/track/reject-link',
  summary:
    'Says that a link of a track leads to another song, or no longer. Hidden from the member, and from all after three members or an admin.',
  query: changeQuery({
    id: Id,
    service: Written(20),
    external_id: Written(300),
    is_rejected: TrueOrFalse,
  }),
  failure: 'Failed to report the link',
})

export const getPlaysByMonth = defineOwnRead({
  path: '/api/user/plays-by-month',
  summary: "A member's plays of an artist, a track or an album per month of their calendar; private to the member.",
  reads: 'own listens',
  query: v.object({
    user: Username,
    kind: v.picklist(chartKinds, 'must be one of artists, tracks, albums'),
    id: Id,
  }),
  response: v.object({
    /** `2026-11`, oldest first, without months that have no plays. */
    months: Rows(v.object({ month: v.string(), plays: Count })),
    until: Text,
    /** 1: a music service fills the member's charts, which lack an artist's days. */
    needs_listens: ZeroOrOne,
  }),
  failure: 'Failed to load listening',
})

export const SEARCH_RESULTS_MAX = 20

export const getPopularMusic = defineOpenRead({
  path: '/api/popular-music',
  summary: 'The artists with most listeners among members on leaderboards, and their tracks with most listeners.',
  visibility: 'leaderboard',
  query: v.object({}),
  response: v.object({ artists: Rows(v.object({ id: Num, name: v.string() })), tracks: Rows(MusicItem) }),
  failure: 'Failed to load charts',
})

export const searchMusic = defineOpenRead({
  path: '/api/search-music',
  summary: 'Artists, albums and tracks that members on leaderboards have played, by the words of their names.',
  visibility: 'leaderboard',
  query: v.object({ search_term: Written(100) }),
  response: v.object({
    artists: Rows(v.object({ id: Num, name: v.string() })),
    albums: Rows(v.object({ id: Num, name: v.string(), artist_id: Num, artist: Text })),
    tracks: Rows(v.object({ id: Num, name: v.string(), artist_id: Num, artist: Text })),
  }),
  failure: 'Failed to search music',
})
