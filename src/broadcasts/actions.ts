import * as v from 'valibot'
import { defineAct } from '#src/offline/outbox/action.ts'

const likeArgs = v.object({ user: v.string(), broadcastId: v.number() })
/** The lane of a broadcast's likes. */
export const likeLane = ({ broadcastId }: { broadcastId: number }) => `like:${broadcastId}`

/** The last of the two is what is meant. */
const isLikeOrUnlike = (last: { action: string }) =>
  last.action === 'broadcasts.like' || last.action === 'broadcasts.unlike'

/** Likes a broadcast. Takes the place of an unlike that never left. */
export const like = defineAct({
  name: 'broadcasts.like',
  args: likeArgs,
  lane: likeLane,
  isRemembered: true,
  replaces: isLikeOrUnlike,
})

/** Takes a like back. */
export const unlike = defineAct({
  name: 'broadcasts.unlike',
  args: likeArgs,
  lane: likeLane,
  isRemembered: false,
  replaces: isLikeOrUnlike,
})

/** Shares a track with a caption. */
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

/** Deletes a broadcast. Dispatched with a hold, in which it can be undone. */
export const removeBroadcast = defineAct({
  name: 'broadcasts.delete',
  args: v.object({ user: v.string(), broadcastId: v.number(), title: v.string() }),
  lane: ({ broadcastId }) => `broadcast:${broadcastId}`,
  replaces: (last) => last.action === 'broadcasts.delete',
})
