import * as v from 'valibot'
import { DAY_MS } from '../durations.ts'
import type { ResponseOf } from '../endpoint.ts'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Bool, Id, Instant, IntBetween, Moment, Nullable, Num, Text, Username, Written } from '../wire.ts'

/** A member's own music library, and whether this host offers to link one. */
export type LinkedLibrary = ResponseOf<typeof getMusicLibrary>

/** The member's library songs are served below this path: `/library/songs/<track id>`. */
export const LIBRARY_SONGS = '/library/songs/'

export const toLibrarySongPath = (trackId: number): string => `${LIBRARY_SONGS}${trackId}`

/** The end of the path to a song's cover. */
export const LIBRARY_COVER = '/cover'

/** Returns the path to the cover that the member's library has for a track, as WebP. */
export const toLibraryCoverPath = (trackId: number | ':track'): string => `${LIBRARY_SONGS}${trackId}${LIBRARY_COVER}`

/** The service in a link to the viewer's own library. It is not in `trackServices`. */
export const LIBRARY = 'library'

/** Returns a link's text in `links` for the viewer's own library: `library:12`. */
export const formatLibraryLink = (trackId: number): string => `${LIBRARY}:${trackId}`

/** Returns the track id that the viewer's library has, if `links` has one. */
export function toLibraryTrackId(links: string | undefined): number | undefined {
  const id = /(?:^| )library:([1-9]\d{0,14})(?= |$)/.exec(links ?? '')?.[1]
  return id === undefined ? undefined : Number(id)
}

/** The share of a track after which a play is a listen, and the time after which it is in any case. */
const LISTEN_SHARE = 0.5
const LISTEN_MS = 240_000

/** Returns whether a play is a listen: half the track, or 4 minutes. `durationMs` 0: unknown. */
export const isListen = ({ playedMs, durationMs }: { playedMs: number; durationMs: number }): boolean =>
  playedMs >= (durationMs === 0 ? LISTEN_MS : Math.min(LISTEN_MS, durationMs * LISTEN_SHARE))

/** A play's length or, with 0 for an unknown one, a track's; at most a day. */
const Milliseconds = IntBetween(0, DAY_MS)

export const getMusicLibrary = defineOwnRead({
  path: '/api/user/music-library',
  summary: 'The own music library that a member has linked, and how much of it is known here; private to the member.',
  query: v.object({ user: Username }),
  response: v.object({
    /** Whether this server can store the access to a library. */
    is_offered: Bool,
    library: Nullable(
      v.object({
        address: v.string(),
        account: v.string(),
        /** The library's program and its version: `navidrome 0.58.0`. */
        name: Text,
        /** Whether nothing is requested until the member links it again; `failure` has the reason. */
        is_stopped: Bool,
        /** The last failure; null if the last request succeeded. */
        failure: Nullable(v.object({ code: v.string(), sentence: v.string(), at: Instant })),
        songs: Num,
        /** The number of tracks known here that it has. */
        matched: Num,
        /** The last time that all songs were matched; empty: never. */
        matched_at: Instant,
        is_matching: Bool,
      }),
    ),
  }),
  failure: 'Failed to load your music library',
})

/** Without a client_id: a fingerprint of the password would be stored. */
export const linkMusicLibrary = defineOwnWrite({
  path: '/api/user/link-music-library',
  summary: 'Links an OpenSubsonic or Jellyfin server, in place of an earlier one, after it has accepted the log-in.',
  query: v.object({ user: Username, address: Written(300), account: Written(200), password: Written(200) }),
  failure: 'Failed to link the library',
})

export const matchMusicLibrary = defineOwnWrite({
  path: '/api/user/match-music-library',
  summary: 'Reads the songs of the library again, within seconds, also if it has stopped.',
  query: changeQuery({}),
  failure: 'Failed to read the library',
})

export const unlinkMusicLibrary = defineOwnWrite({
  path: '/api/user/unlink-music-library',
  summary: 'Deletes the access to the library, and what is known of its songs.',
  whileSuspended: true,
  query: changeQuery({}),
  failure: 'Failed to unlink the library',
})

export const reportPlay = defineOwnWrite({
  path: '/api/user/report-play',
  summary: 'Adds a listen of a track that was played here from the library: half of it, or 4 minutes.',
  query: changeQuery({
    track_id: Id,
    /** When the play began. */
    listened_at: Moment,
    played_ms: Milliseconds,
    duration_ms: Milliseconds,
  }),
  failure: 'The listen was not added',
})

export const reportPlaying = defineOwnWrite({
  path: '/api/user/report-playing',
  summary: 'Shows a track that is played here from the library as the one that the member listens to now.',
  query: v.object({ user: Username, track_id: Id, duration_ms: Milliseconds }),
  failure: 'The current track was not shown',
})
