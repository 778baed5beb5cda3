/** A member's listens, one by one. */
import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOpenRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { TimedId } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, Instant, Limit, Moment, NullableNum, Num, Text, Username, Written, ZeroOrOne } from '../wire.ts'
import { CreditedArtists } from './credited-artists.ts'
import { TrackLinks } from './track-links.ts'
import { NameOrNone, WrittenName } from './track-names.ts'

/** A listen's id among its member's listens, and a page's cursor: the start and the track id. */
export const ListenId = TimedId('must be the id of a listen')

/** The number of rows per page if the request names none. */
export const LISTENS_PER_PAGE = 50

const Listen = v.object({
  id: v.string(),
  listened_at: Instant,
  track_id: Num,
  track: v.string(),
  artist_id: Num,
  artist: v.string(),
  artists: CreditedArtists,
  /** Null and empty without an album. */
  album_id: NullableNum,
  album: Text,
  /** The album cover's path; empty without one. */
  cover: Text,
  lastfmtrackurl: Text,
  links: TrackLinks,
  /** The source, and the programs that played and sent it; empty for other members. */
  source: Text,
  player: Text,
  client: Text,
  service: Text,
  /** For another member: whether the viewer has reacted to it. */
  is_reacted: Added(Bool),
})

export type Listen = ResponseOf<typeof getListens>['listens'][number]

export const getListens = defineOpenRead({
  path: '/api/user/listens',
  summary: "A member's listens, newest first: of a time, of an artist, from a source.",
  visibility: 'listening',
  reads: 'own listens',
  query: v.object({
    user: Username,
    limit: v.optional(Limit, LISTENS_PER_PAGE),
    before: v.optional(ListenId),
    /** The listens that began from a moment on, up to before another. */
    from: v.optional(Moment),
    until: v.optional(Moment),
    /** An artist's name; case and spacing are ignored. */
    artist: v.optional(WrittenName),
    /** A source's name; only for one's own listens. */
    source: v.optional(Written(40)),
  }),
  response: v.object({
    listens: Rows(Listen),
    /** 1: the member hides their listening, from all or from the viewer. */
    hidden: Added(ZeroOrOne),
    /** To the member: the service that fills the charts instead of these listens. */
    charts_from: Added(v.string()),
  }),
  failure: 'Failed to load listens',
})

export const deleteListen = defineOwnWrite({
  path: '/api/user/delete-listen',
  summary: 'Deletes one of the own listens. The same listen, sent again by a player or a file, is not added.',
  whileSuspended: true,
  query: changeQuery({ id: ListenId }),
  failure: 'Failed to delete the listen',
})

/** The listens that a correction changes: one, or all of its track, of that on its album, or of its artist. */
export const CorrectionScope = v.picklist(
  ['one', 'track', 'album', 'artist'],
  'must be one of one, track, album, artist',
)
export type CorrectionScope = v.InferOutput<typeof CorrectionScope>

export const correctListen = defineOwnWrite({
  path: '/api/user/correct-listen',
  summary: 'Corrects artist, title and album of one of the own listens, or of all alike and those that arrive later.',
  query: changeQuery({
    id: ListenId,
    artist: WrittenName,
    track: WrittenName,
    /** Without it each listen retains its own. */
    album: v.optional(NameOrNone),
    scope: v.optional(CorrectionScope, 'one'),
  }),
  failure: 'Failed to correct the listen',
})

export const addListen = defineOwnWrite({
  path: '/api/user/add-listen',
  summary: 'Adds a listen of a past time by hand. Ignored if the same track is stored within a minute.',
  query: changeQuery({
    artist: WrittenName,
    track: WrittenName,
    album: v.optional(NameOrNone, ''),
    listened_at: Moment,
  }),
  failure: 'Failed to add the listen',
})
