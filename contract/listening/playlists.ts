import * as v from 'valibot'
import { defineOwnRequest } from '../endpoint-kinds.ts'
import { Count, Text, TextParam, Username, Written } from '../wire.ts'

/** The number of tracks per request: ListenBrainz accepts as many at a time. */
export const PLAYLIST_PART_MAX = 100

const TrackIds = v.pipe(
  TextParam,
  v.regex(/^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,99}$/, `must be 1 to ${PLAYLIST_PART_MAX} ids, separated by commas`),
  v.transform((text) => text.split(',').map(Number)),
)

/** Without a client_id: the effect is at another server, and a repeat adds the tracks again. */
export const sendPlaylist = defineOwnRequest({
  path: '/api/user/send-playlist',
  summary:
    "Adds tracks to a private playlist of the member's account at ListenBrainz, which listens are relayed to: a new one, or that of an earlier request.",
  query: v.object({
    user: Username,
    title: Written(200),
    track_ids: TrackIds,
    /** The playlist MBID from an earlier request. */
    playlist: v.optional(
      v.pipe(TextParam, v.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'must be an MBID')),
    ),
  }),
  response: v.object({
    /** The playlist's MBID; empty if it has no track yet, so that there is none. */
    playlist: Text,
    /** The playlist's page; empty without one. */
    url: Text,
    /** The number of tracks that were added: those with an MBID. */
    added: Count,
  }),
  failure: 'Failed to send the playlist',
})
