import {
  createBroadcast,
  createBroadcastByNames,
  createLike,
  deleteBroadcast,
  getLikes,
  undoLike,
} from '#contract/broadcasts/broadcasts.ts'
import { editReply as changeReply, createReply, deleteReply, editBroadcast } from '#contract/broadcasts/replies.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineSender } from '#src/offline/outbox/action.ts'
import { statesExistence } from '#src/offline/outbox/repeat-sentences.ts'
import * as actions from './actions.ts'

/** The `trackId` for a track with names only, from a shared link. */
const UNKNOWN_TRACK = 0

type SetLike = ArgsOf<typeof actions.setLike>

const toRelated = ({ user, broadcastId }: SetLike) => ({
  user,
  relatedtype: 'Broadcast' as const,
  relatedid: broadcastId,
})

export const setLike = defineSender({
  ...actions.setLike,
  outcomes: ({ isLiked }) =>
    isLiked
      ? { already_liked: 'done', success_0: 'done', 409: 'done', 404: 'drop' }
      : { not_liked: 'done', 404: 'done' },
  isRepeatable: true,
  lookUp: {
    isDone: async (call: Call, args: SetLike) => (await call(getLikes, toRelated(args))).hasLiked === args.isLiked,
    isBeforeResend: false,
  },
  isRepeat: (sentence, { isLiked }) => statesExistence(sentence, isLiked),
  send: (call, args, client_id) => call(args.isLiked ? createLike : undoLike, { ...toRelated(args), client_id }),
  label: ({ isLiked }) => (isLiked ? 'Like' : 'Unlike'),
})

export const share = defineSender({
  ...actions.share,
  isRepeatable: false,
  send: (call, { user, title, trackId, track, artist, url }, client_id) =>
    trackId === UNKNOWN_TRACK
      ? call(createBroadcastByNames, { user, title, artist, track, ...(url !== '' && { link: url }), client_id })
      : call(createBroadcast, {
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

const toNamed = ({ user, replyId, madeBy }: Omit<ArgsOf<typeof actions.removeReply>, 'broadcastId'>) => ({
  user,
  ...(replyId === undefined ? { made_by: madeBy } : { id: replyId }),
})

export const sendReply = defineSender({
  ...actions.sendReply,
  isRepeatable: false,
  send: (call, { user, broadcastId, text }, client_id) =>
    call(createReply, { user, broadcast: broadcastId, text, client_id }),
  label: () => 'Reply to a broadcast',
  text: ({ text }) => text,
})

export const editReply = defineSender({
  ...actions.editReply,
  isRepeatable: true,
  send: (call, { text, ...named }, client_id) => call(changeReply, { ...toNamed(named), text, client_id }),
  label: () => 'Edit a reply',
  text: ({ text }) => text,
})

export const removeReply = defineSender({
  ...actions.removeReply,
  outcomes: { not_found: 'done', 404: 'done' },
  isRepeatable: true,
  send: (call, named, client_id) => call(deleteReply, { ...toNamed(named), client_id }),
  label: () => 'Delete a reply',
})

export const editCaption = defineSender({
  ...actions.editCaption,
  isRepeatable: true,
  send: (call, { user, broadcastId, title }, client_id) =>
    call(editBroadcast, { user, id: broadcastId, title, client_id }),
  label: () => 'Edit a caption',
  text: ({ title }) => title,
})

export const removeBroadcast = defineSender({
  ...actions.removeBroadcast,
  outcomes: { not_found: 'done', 404: 'done' },
  isRepeatable: true,
  // `user`: it must not be sent under another member's session, such as an admin's.
  send: (call, { user, broadcastId }, client_id) => call(deleteBroadcast, { id: broadcastId, user, client_id }),
  label: () => 'Delete a broadcast',
})
