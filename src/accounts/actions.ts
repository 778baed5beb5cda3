import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { defineAction } from '#src/offline/outbox/action.ts'

export const setFollow = defineAction({
  name: 'accounts.setFollow',
  args: v.object({ user: v.string(), followee: v.string(), isFollowing: v.boolean() }),
  formerFormats: { 'accounts.follow': { isFollowing: true }, 'accounts.unfollow': { isFollowing: false } },
  lane: ({ followee }) => `follow:${nameKey(followee)}`,
  replacesLast: true,
})

/** Reports a member, or the member's content, to the admins. */
export const report = defineAction({
  name: 'accounts.report',
  args: v.object({
    user: v.string(),
    other: v.string(),
    reason: v.string(),
    relatedtype: v.optional(v.picklist(['Broadcast', 'Reply', 'Message', 'Swap'])),
    relatedid: v.optional(v.number()),
  }),
  lane: (_args, client_id) => `report:${client_id}`,
})

const profileLane = ({ user }: { user: string }) => `profile:${nameKey(user)}`

/** Sets the user's names and e-mail address; omitted fields stay unchanged. */
export const editProfile = defineAction({
  name: 'accounts.edit',
  args: v.object({
    user: v.string(),
    firstname: v.optional(v.string()),
    lastname: v.optional(v.string()),
    email: v.optional(v.string()),
  }),
  lane: profileLane,
})

export const removePicture = defineAction({
  name: 'accounts.unpicture',
  args: v.object({ user: v.string() }),
  lane: profileLane,
})
