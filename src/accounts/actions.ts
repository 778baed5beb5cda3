import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { defineAct } from '#src/offline/outbox/action.ts'

const followArgs = v.object({ user: v.string(), followee: v.string() })
const followLane = ({ followee }: v.InferOutput<typeof followArgs>) => `follow:${nameKey(followee)}`

/** Follows a member. Takes the place of an unfollow that never left. */
export const follow = defineAct({
  name: 'accounts.follow',
  args: followArgs,
  lane: followLane,
  replaces: () => true, // the lane holds only follows and unfollows of this member; the last one is what is meant
})

/** Stops following a member. */
export const unfollow = defineAct({
  name: 'accounts.unfollow',
  args: followArgs,
  lane: followLane,
  replaces: () => true,
})

const pairArgs = v.object({ user: v.string(), other: v.string() })

/** Of block and unblock the last one is what is meant, and so of mute and unmute: each pair has a lane of its own. */
/* @__NO_SIDE_EFFECTS__ */
const keepAway = <const Name extends string>(name: Name, kind: string) =>
  defineAct({ name, args: pairArgs, lane: ({ other }) => `${kind}:${nameKey(other)}`, replaces: () => true })

/** Blocks a member: neither sees the other any more. Dispatched with a hold, in which it can be undone. */
export const block = keepAway('accounts.block', 'block')
/** Ends a block. */
export const unblock = keepAway('accounts.unblock', 'block')
/** Keeps a member out of one's own feed, badges and activity. */
export const mute = keepAway('accounts.mute', 'mute')
/** Ends muting. */
export const unmute = keepAway('accounts.unmute', 'mute')

/** Reports a member, or something the member made, to the admins. */
export const report = defineAct({
  name: 'accounts.report',
  args: v.object({
    ...pairArgs.entries,
    reason: v.string(),
    relatedtype: v.optional(v.picklist(['Broadcast', 'Message', 'Swap'])),
    relatedid: v.optional(v.number()),
  }),
  lane: (_args, client_id) => `report:${client_id}`,
})

const profileLane = ({ user }: { user: string }) => `profile:${nameKey(user)}`

/** Sets one's own names and e-mail address; what is left out stays. */
export const editProfile = defineAct({
  name: 'accounts.edit',
  args: v.object({
    user: v.string(),
    firstname: v.optional(v.string()),
    lastname: v.optional(v.string()),
    email: v.optional(v.string()),
  }),
  lane: profileLane,
})

/** Takes one's own picture away. */
export const removePicture = defineAct({
  name: 'accounts.unpicture',
  args: v.object({ user: v.string() }),
  lane: profileLane,
})
