import * as v from 'valibot'
import { changeQuery, defineOwnWrite, defineSpecOpenRead, defineSpecRead, defineSpecWrite } from '../endpoint-kinds.ts'
import { TRACK_NAME_MAX, WrittenName } from '../listening/track-names.ts'
import { Rows } from '../rows.ts'
import { Added, Bool, ClientId, Count, Id, Limit, Num, Text, TextParam, Username, Written } from '../wire.ts'
import { toDefaultCaption } from './caption.ts'

/** The longest caption that a member writes. */
export const CAPTION_MAX = 500
/** The default caption has the name of the track, and may be longer. */
const TITLE_MAX = toDefaultCaption('').length + TRACK_NAME_MAX
/** "track by artist". */
const BODY_MAX = 2 * TRACK_NAME_MAX + ' by '.length

export const createBroadcast = defineSpecWrite({
  path: '/api/create-broadcast',
  summary: 'Shares a track. The server writes the body from the track itself. Names after an @ become mentions.',
  visibility: 'own',
  query: changeQuery({
    title: Written(TITLE_MAX),
    body: v.pipe(TextParam, v.maxLength(BODY_MAX, `must be at most ${BODY_MAX} characters`)),
    relatedtype: v.picklist(['Track'], 'must be Track'),
    relatedid: Id,
  }),
  failure: 'Failed to post track. Please try again.',
})

export const createBroadcastByNames = defineOwnWrite({
  path: '/api/create-broadcast-by-names',
  summary: 'Shares a track by its names, which the server need not know yet: a track of a shared link.',
  query: changeQuery({
    title: Written(TITLE_MAX),
    artist: WrittenName,
    track: WrittenName,
    /** The shared link, by which the track can be played; ignored if it leads to no known service. */
    link: v.optional(v.pipe(TextParam, v.maxLength(2000, 'must be at most 2000 characters'))),
  }),
  failure: 'Failed to post track. Please try again.',
})

export const deleteBroadcast = defineSpecWrite({
  path: '/api/delete-broadcast',
  summary:
    'Deletes a broadcast: its author or an admin, for whom a repeat succeeds too. A user must be the session member.',
  whileSuspended: true,
  visibility: 'contact',
  query: v.object({ id: Id, user: v.optional(Username), client_id: v.optional(ClientId) }),
  failure: 'Failed to delete broadcast',
})

const related = { relatedtype: v.picklist(['Broadcast'], 'must be Broadcast'), relatedid: Id }

export const getLikes = defineSpecRead({
  path: '/api/get-likes',
  summary: 'Whether the member likes a broadcast, and how many do.',
  visibility: 'profile',
  query: v.object({ user: Username, ...related }),
  response: v.object({ hasLiked: Bool, totalLikes: Count }),
  failure: 'Failed to fetch likes',
})

/** 409 `already_liked` if the like exists: the client treats it, and success 0, as liked. */
export const createLike = defineSpecWrite({
  path: '/api/create-like',
  summary: 'Likes a broadcast.',
  visibility: 'profile',
  query: changeQuery({ ...related }),
  failure: 'Failed to like broadcast',
})

/** 404 `not_liked` without a like: the client treats it as not liked. */
export const undoLike = defineSpecWrite({
  path: '/api/undo-like',
  summary: 'Takes a like back.',
  whileSuspended: true,
  visibility: 'contact',
  query: changeQuery({ ...related }),
  failure: 'Failed to unlike broadcast',
})

export const TopBroadcastedTrack = v.object({
  broadcastid: Num,
  track: v.string(),
  artist: Text,
  likes: Count,
  /** Whether the viewer likes it; undefined if the host does not send it. */
  isLiked: Added(Bool),
  lastfmtrackurl: Text,
  trackid: Added(Num),
})
export type TopBroadcastedTrack = v.InferOutput<typeof TopBroadcastedTrack>

export const getTopBroadcastedTracks = defineSpecOpenRead({
  path: '/api/user/top-broadcasted-tracks',
  summary: "A member's broadcasts of tracks, most liked first.",
  visibility: 'profile',
  query: v.object({ user: Username, limit: v.optional(Limit, 3), current_user: v.optional(Username) }),
  response: v.object({ topTracks: Rows(TopBroadcastedTrack), viewer: Added(v.string()) }),
  failure: 'Failed to load tracks',
})
