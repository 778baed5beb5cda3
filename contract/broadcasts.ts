import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import {
  Added,
  Bool,
  ClientId,
  Count,
  Done,
  Id,
  Instant,
  Limit,
  Nullable,
  Num,
  Text,
  TextParam,
  Username,
  Written,
} from './wire.ts'

/** A share of a track, or a post by System about what members did. `title` is the caption. */
export const Broadcast = v.object({
  id: Num,
  user: v.string(),
  title: Text,
  /** For type Track: `{track name} by {artist}`. */
  body: Text,
  /** `Track`, or anything else for activity. */
  type: Text,
  /** The track's id for type Track. */
  relatedid: Nullable(Num),
  timestamp: Instant,
  likes: Count,
  isLiked: Bool,
  track_url: Text,
  user_pfp_sm: Text,
  user_pfp_med: Text,
  user_pfp_lg: Text,
  user_pfp_xl: Text,
  /** Absent: the body is split at its last ' by '. */
  track: Added(v.string()),
  artist: Added(v.string()),
  /** Only to its author: joins a stored answer to the action that made it. */
  client_id: Added(v.string()),
})
export type Broadcast = v.InferOutput<typeof Broadcast>

/** The longest caption. */
export const CAPTION_MAX = 500

export const getBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/get-broadcasts',
  summary: 'The feed, newest first; without limit at most 100. before is the last id of the page above.',
  access: 'anyone',
  query: v.object({ current_user: v.optional(Username), limit: v.optional(Limit), before: v.optional(Id) }),
  answer: v.object({ broadcasts: v.array(Broadcast), viewer: Added(v.string()) }),
  failure: 'Failed to load broadcasts',
})

export const createBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/create-broadcast',
  summary: 'Shares a track. The server writes the body from the track itself.',
  access: 'member',
  actor: 'user',
  query: v.object({
    user: Username,
    title: Written(CAPTION_MAX),
    body: v.pipe(TextParam, v.maxLength(1000, 'must be at most 1000 characters')),
    relatedtype: v.picklist(['Track'], 'must be Track'),
    relatedid: Id,
    client_id: v.optional(ClientId),
  }),
  answer: Done,
  failure: 'Failed to post track. Please try again.',
})

export const deleteBroadcast = defineEndpoint({
  method: 'POST',
  path: '/api/delete-broadcast',
  summary: 'Deletes a broadcast: its author or an admin. user, where it is given, must be the session member.',
  access: 'member',
  actor: 'user',
  query: v.object({ id: Id, user: v.optional(Username), client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to delete broadcast',
})

const related = { relatedtype: v.picklist(['Broadcast'], 'must be Broadcast'), relatedid: Id }

export const getLikes = defineEndpoint({
  method: 'GET',
  path: '/api/get-likes',
  summary: 'Whether the member likes a broadcast, and how many do.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, ...related }),
  answer: v.object({ hasLiked: Bool, totalLikes: Count }),
  failure: 'Failed to fetch likes',
})

/** 409 `already_liked` when liked already: the client takes it, and success 0, as liked. */
export const createLike = defineEndpoint({
  method: 'POST',
  path: '/api/create-like',
  summary: 'Likes a broadcast.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, ...related, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to like broadcast',
})

/** 404 `not_liked` when there was no like: the client takes it as not liked. */
export const undoLike = defineEndpoint({
  method: 'POST',
  path: '/api/undo-like',
  summary: 'Takes a like back.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, ...related, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to unlike broadcast',
})
