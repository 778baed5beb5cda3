import * as v from 'valibot'
import type { ResponseOf } from '../endpoint.ts'
import { defineAdminRead, defineAdminWrite } from '../endpoint-kinds.ts'
import { NameOrNone, WrittenName } from '../listening/track-names.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Bool, ClientId, Id, Instant, Num, Text, Written } from '../wire.ts'

const MusicKind = v.picklist(['artist', 'track', 'album'], 'must be one of artist, track, album')
export type MusicKind = v.InferOutput<typeof MusicKind>

const client_id = v.optional(ClientId)

/** A change to artists, tracks or albums that an admin decided, or on which members agreed. */
export type MusicDecision = ResponseOf<typeof getMusicDecisions>['decisions'][number]

export const getMusicDecisions = defineAdminRead({
  path: '/api/admin/music-decisions',
  summary: 'Merges, splits and names of artists, tracks and albums, newest first; by admins, or all.',
  query: v.object({
    by: v.optional(v.picklist(['admins', 'all'], 'must be admins or all'), 'admins'),
    ...pageParams(30),
  }),
  response: v.object({
    decisions: Rows(
      v.object({
        id: Num,
        /** `merge`, `apart`, `rename`, `split` or `whole`. */
        action: v.string(),
        kind: Text,
        /** The name now; for a track or album with its artist. */
        name: v.string(),
        /** For a merge: the other one. */
        into: Text,
        /** The new name, or a split's artists, one per line. */
        names: Text,
        /** `waiting`, `applied`, `undoing` or `impossible`. */
        state: Text,
        is_automatic: Bool,
        timestamp: Instant,
      }),
    ),
  }),
  failure: 'Failed to load the changes',
})

/** Two that may be one, or a credit that may have several artists. */
export type MusicSuggestion = ResponseOf<typeof getMusicSuggestions>['suggestions'][number]

export const getMusicSuggestions = defineAdminRead({
  path: '/api/admin/music-suggestions',
  summary: 'Artists, tracks and albums that may be one, and credits of known artists, those of most listeners first.',
  query: v.object({}),
  response: v.object({
    suggestions: Rows(
      v.object({
        /** `mbid`, `release`, `letters` or `credit`. */
        reason: v.string(),
        kind: v.fallback(MusicKind, 'artist'),
        artist: v.string(),
        title: Text,
        listeners: Num,
        /** The one with more listeners; empty for a credit. */
        into_artist: Text,
        into_title: Text,
        into_listeners: Num,
        /** A credit's artists, one per line. */
        names: Text,
      }),
    ),
  }),
  failure: 'Failed to load the suggestions',
})

export const mergeMusic = defineAdminWrite({
  path: '/api/admin/merge-music',
  summary: 'Merges an artist, a track or an album into another one, by their names. Applied by a job.',
  query: v.object({
    kind: MusicKind,
    artist: WrittenName,
    title: v.optional(NameOrNone, ''),
    into_artist: WrittenName,
    into_title: v.optional(NameOrNone, ''),
    client_id,
  }),
  failure: 'Failed to merge them',
})

export const renameMusic = defineAdminWrite({
  path: '/api/admin/rename-music',
  summary: 'Shows an artist, a track or an album under another name, which belongs to it from then on.',
  query: v.object({
    kind: MusicKind,
    artist: WrittenName,
    title: v.optional(NameOrNone, ''),
    name: WrittenName,
    client_id,
  }),
  failure: 'Failed to rename it',
})

export const splitArtist = defineAdminWrite({
  path: '/api/admin/split-artist',
  summary: 'Lets a name count for several artists, one per line; without them for itself alone.',
  query: v.object({ artist: WrittenName, names: v.optional(Written(2000)), client_id }),
  failure: 'Failed to split the name',
})

export const undoMusicDecision = defineAdminWrite({
  path: '/api/admin/undo-music-decision',
  summary: 'Undoes a merge, a split or a new name.',
  query: v.object({ id: Id, client_id }),
  failure: 'Failed to undo the change',
})
