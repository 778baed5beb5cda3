import * as v from 'valibot'
import { defineAction } from '#src/offline/outbox/action.ts'

export const likeLane = ({ broadcastId }: { broadcastId: number }) => `like:${broadcastId}`

export const setLike = defineAction({
  name: 'broadcasts.setLike',
  args: v.object({ user: v.string(), broadcastId: v.number(), isLiked: v.boolean() }),
  formerFormats: { 'broadcasts.like': { isLiked: true }, 'broadcasts.unlike': { isLiked: false } },
  lane: likeLane,
  isRemembered: ({ isLiked }) => isLiked,
  replacesLast: true,
})

/** Shares a track. `trackId` 0: identified by its names, with the shared link or '' as `url`. */
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
  // One lane for all: others read the feed in the order of the posts.
  lane: () => 'broadcasts',
})

/** Returns the lane for replies to a broadcast and for their changes: all are sent in order. */
const replyLane = ({ broadcastId }: { broadcastId: number }) => `replies:${broadcastId}`

export const sendReply = defineAction({
  name: 'broadcasts.reply',
  args: v.object({ user: v.string(), broadcastId: v.number(), text: v.string() }),
  lane: replyLane,
})

/** A reply's id, or while there is none the `client_id` of its entry. */
const namedReply = {
  user: v.string(),
  broadcastId: v.number(),
  replyId: v.optional(v.number()),
  madeBy: v.optional(v.string()),
}

export const editReply = defineAction({
  name: 'broadcasts.editReply',
  args: v.object({ ...namedReply, text: v.string() }),
  lane: replyLane,
})

/** Deletes a reply. Dispatched with a delay, during which it can be undone. */
export const removeReply = defineAction({
  name: 'broadcasts.deleteReply',
  args: v.object(namedReply),
  lane: replyLane,
})

export const editCaption = defineAction({
  name: 'broadcasts.editCaption',
  args: v.object({ user: v.string(), broadcastId: v.number(), title: v.string() }),
  lane: ({ broadcastId }) => `broadcast:${broadcastId}`,
  replacesLast: true,
})

/** Deletes a broadcast. Dispatched with a delay, during which it can be undone. */
export const removeBroadcast = defineAction({
  name: 'broadcasts.delete',
  args: v.object({ user: v.string(), broadcastId: v.number(), title: v.string() }),
  lane: ({ broadcastId }) => `broadcast:${broadcastId}`,
  replacesLast: true,
})
