import * as v from 'valibot'
import { createBroadcast, createLike, deleteBroadcast, undoLike } from '#contract/broadcasts.ts'
import { defineAction } from '#src/offline/action.ts'

const likeArgs = v.object({ user: v.string(), broadcastId: v.number() })
const likeLane = ({ broadcastId }: v.InferOutput<typeof likeArgs>) => `like:${broadcastId}`
const related = ({ user, broadcastId }: v.InferOutput<typeof likeArgs>) => ({
  user,
  relatedtype: 'Broadcast' as const,
  relatedid: broadcastId,
})

/** The last of the two is what is meant. */
const isLikeOrUnlike = (last: { action: string }) =>
  last.action === 'broadcasts.like' || last.action === 'broadcasts.unlike'

/** Likes a broadcast. Takes the place of an unlike that never left. */
export const like = defineAction({
  name: 'broadcasts.like',
  args: likeArgs,
  lane: likeLane,
  outcomes: { already_liked: 'done', success_0: 'done', 409: 'done', 404: 'drop' },
  replaces: isLikeOrUnlike,
  isRepeatable: true,
  send: (call, args, client_id) => call(createLike, { ...related(args), client_id }),
  label: () => 'Like',
})

/** Takes a like back. */
export const unlike = defineAction({
  name: 'broadcasts.unlike',
  args: likeArgs,
  lane: likeLane,
  outcomes: { not_liked: 'done', 404: 'done' },
  replaces: isLikeOrUnlike,
  isRepeatable: true,
  send: (call, args, client_id) => call(undoLike, { ...related(args), client_id }),
  label: () => 'Unlike',
})

/** Shares a track with a caption. */
export const share = defineAction({
  name: 'broadcasts.share',
  args: v.object({
    user: v.string(),
    title: v.string(),
    trackId: v.number(),
    track: v.string(),
    artist: v.string(),
    url: v.string(),
  }),
  lane: (_args, client_id) => `broadcast:${client_id}`,
  isRepeatable: false,
  send: (call, { user, title, trackId, track, artist }, client_id) =>
    call(createBroadcast, {
      user,
      title,
      body: `${track} by ${artist}`,
      relatedtype: 'Track',
      relatedid: trackId,
      client_id,
    }),
  label: ({ track }) => `Share ${track}`,
  text: ({ title }) => title,
})

/** Deletes a broadcast. Dispatched with a hold, in which it can be undone. */
export const removeBroadcast = defineAction({
  name: 'broadcasts.delete',
  args: v.object({ user: v.string(), broadcastId: v.number(), title: v.string() }),
  lane: ({ broadcastId }) => `broadcast:${broadcastId}`,
  outcomes: { not_found: 'done', 404: 'done' },
  replaces: (last) => last.action === 'broadcasts.delete',
  isRepeatable: true,
  // `user`: under another member's session, an admin's say, it must not be done.
  send: (call, { user, broadcastId }, client_id) => call(deleteBroadcast, { id: broadcastId, user, client_id }),
  label: () => 'Delete a broadcast',
})
