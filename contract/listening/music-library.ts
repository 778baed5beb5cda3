import * as v from 'valibot'
import { defineEndpoint, type ResponseOf } from '../endpoint.ts'
import {
  Bool,
  ClientId,
  Count,
  Done,
  Id,
  Instant,
  IntParam,
  Moment,
  Nullable,
  Text,
  TextParam,
  Username,
  Written,
} from '../wire.ts'

/** The beginning of the paths of a member's songs: `/library/songs/12`. */
export const LIBRARY_SONGS = '/library/songs/'

/** Returns the path of the song that a track is in the viewer's own library. */
export const toLibrarySongPath = (trackId: number): string => `${LIBRARY_SONGS}${trackId}`

const LIBRARY_LINK = /(?:^| )library:([1-9]\d{0,14})(?: |$)/

/**
 * Returns the id of the track that the viewer's own library has, from `links` of a response;
 * undefined without one.
 */
export function toLibraryTrackId(links: string | undefined): number | undefined {
  const id = LIBRARY_LINK.exec(links ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

/** A member's music library, and whether one can be linked. */
export type MusicLibrary = ResponseOf<typeof getMusicLibrary>

export const getMusicLibrary = defineEndpoint({
  method: 'GET',
  path: '/api/user/music-library',
  addition: true,
  summary: "The member's own music server: its address, how many of its songs are known here, and what went wrong.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({
    is_offered: Bool,
    library: Nullable(
      v.object({
        address: v.string(),
        account: v.string(),
        /** Type and version of the server. */
        name: Text,
        /** Whether nothing is read or played until the member acts; `failure` has the reason. */
        is_stopped: Bool,
        failure: Nullable(v.object({ code: v.string(), sentence: v.string(), at: Instant })),
        /** Songs that the library has. */
        songs: Count,
        /** Tracks known here that it has. */
        matched: Count,
        /** Empty: never. */
        matched_at: Instant,
        is_matching: Bool,
      }),
    ),
  }),
  failure: 'Failed to load your music library',
})

/** Without a client_id: a fingerprint of the password would be stored. */
export const linkMusicLibrary = defineEndpoint({
  method: 'POST',
  path: '/api/user/link-music-library',
  addition: true,
  summary: 'Links a music server that speaks OpenSubsonic. The password is checked and not stored.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({
    user: Username,
    address: v.pipe(
      TextParam,
      v.trim(),
      v.minLength(1, 'must not be empty'),
      v.maxLength(300, 'must be at most 300 characters'),
    ),
    account: Written(200),
    password: Written(200),
  }),
  response: Done,
  failure: 'Failed to link the library',
})

export const matchMusicLibrary = defineEndpoint({
  method: 'POST',
  path: '/api/user/match-music-library',
  addition: true,
  summary: 'Reads the library again and finds its songs among the tracks known here.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to read the library',
})

export const unlinkMusicLibrary = defineEndpoint({
  method: 'POST',
  path: '/api/user/unlink-music-library',
  addition: true,
  summary: 'Ends the link to the music server and deletes its access and the list of its songs.',
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: 'Failed to unlink the library',
})

const Milliseconds = v.pipe(
  IntParam,
  v.minValue(0, 'must be at least 0'),
  v.maxValue(86_400_000, 'must be at most 86400000'),
)

export const reportPlay = defineEndpoint({
  method: 'POST',
  path: '/api/user/report-play',
  addition: true,
  summary: 'Adds a listen that was played here, after half of the track or four minutes.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({
    user: Username,
    track_id: Id,
    /** The start of the play. */
    listened_at: Moment,
    played_ms: Milliseconds,
    /** 0: the length is unknown. */
    duration_ms: Milliseconds,
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to add the listen',
})

export const reportPlaying = defineEndpoint({
  method: 'POST',
  path: '/api/user/report-playing',
  addition: true,
  summary: 'Says what the member plays now.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, track_id: Id, duration_ms: Milliseconds }),
  response: Done,
  failure: 'Failed to report what is playing',
})
