import * as v from 'valibot'
import { defineAct } from '#src/offline/outbox/action.ts'

/** Returns the lane of a broadcast's likes. */
export const likeLane = ({ broadcastId }: { broadcastId: number }) => `like:${broadcastId}`

/** Likes or unlikes a broadcast. */
export const setLike = defineAct({
  name: 'broadcasts.setLike',
  args: v.object({ user: v.string(), broadcastId: v.number(), isLiked: v.boolean() }),
  formerFormats: { 'broadcasts.like': { isLiked: true }, 'broadcasts.unlike': { isLiked: false } },
  lane: likeLane,
  isRemembered: ({ isLiked }) => isLiked,
  replacesLast: true,
})

/** Shares a track with a caption. `trackId` is 0 if the server identifies it by its names. */
export const share = defineAct({
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
})

/** Deletes a broadcast. Dispatched with a delay, during which it can be undone. */
export const removeBroadcast = defineAct({
  name: 'broadcasts.delete',
  args: v.object({ user: v.string(), broadcastId: v.number(), title: v.string() }),
  lane: ({ broadcastId }) => `broadcast:${broadcastId}`,
  replacesLast: true,
})
