import { createBroadcast, createLike, deleteBroadcast, getLikes, undoLike } from '#contract/broadcasts/broadcasts.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineAction } from '#src/offline/outbox/action.ts'
import * as acts from './actions.ts'

const related = ({ user, broadcastId }: ArgsOf<typeof acts.like>) => ({
  user,
  relatedtype: 'Broadcast' as const,
  relatedid: broadcastId,
})

const isLiked = async (call: Call, args: ArgsOf<typeof acts.like>) => (await call(getLikes, related(args))).hasLiked

export const like = defineAction({
  ...acts.like,
  outcomes: { already_liked: 'done', success_0: 'done', 409: 'done', 404: 'drop' },
  isRepeatable: true,
  lookUp: { isDone: isLiked, isBeforeResend: false },
  send: (call, args, client_id) => call(createLike, { ...related(args), client_id }),
  label: () => 'Like',
})

export const unlike = defineAction({
  ...acts.unlike,
  outcomes: { not_liked: 'done', 404: 'done' },
  isRepeatable: true,
  lookUp: { isDone: async (call, args) => !(await isLiked(call, args)), isBeforeResend: false },
  send: (call, args, client_id) => call(undoLike, { ...related(args), client_id }),
  label: () => 'Unlike',
})

export const share = defineAction({
  ...acts.share,
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

export const removeBroadcast = defineAction({
  ...acts.removeBroadcast,
  outcomes: { not_found: 'done', 404: 'done' },
  isRepeatable: true,
  // `user`: under another member's session, an admin's say, it must not be done.
  send: (call, { user, broadcastId }, client_id) => call(deleteBroadcast, { id: broadcastId, user, client_id }),
  label: () => 'Delete a broadcast',
})
