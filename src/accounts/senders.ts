import * as blocks from '#contract/accounts/blocks.ts'
import { isSameName } from '#contract/accounts/names.ts'
import * as people from '#contract/accounts/people.ts'
import * as own from '#contract/accounts/profile.ts'
import * as reports from '#contract/accounts/reports.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineAction } from '#src/offline/outbox/action.ts'
import * as acts from './actions.ts'

/** Whether the followed are said to contain the followee; of a host with pages, the latest 1,000. */
const isFollowing = async (call: Call, { user, followee }: ArgsOf<typeof acts.follow>) => {
  const { following } = await call(people.getFollowing, { user, limit: 1000 })
  return following.some((row) => isSameName(row.following, followee))
}

export const follow = defineAction({
  ...acts.follow,
  isRepeatable: true,
  lookUp: { isDone: isFollowing, isBeforeResend: false },
  send: (call, { user, followee }, client_id) => call(people.follow, { follower: user, followee, client_id }),
  label: ({ followee }) => `Follow ${followee}`,
})

export const unfollow = defineAction({
  ...acts.unfollow,
  outcomes: { not_found: 'done' },
  isRepeatable: true,
  lookUp: { isDone: async (call, args) => !(await isFollowing(call, args)), isBeforeResend: false },
  send: (call, { user, followee }, client_id) => call(people.unfollow, { follower: user, followee, client_id }),
  label: ({ followee }) => `Unfollow ${followee}`,
})

/** The four acts, and the four endpoints, have one shape but for their names. */
type Pair<Name extends string> = Omit<typeof acts.block, 'name'> & { readonly name: Name }

/* @__NO_SIDE_EFFECTS__ */
const keepAway = <const Name extends string>(act: Pair<Name>, endpoint: typeof blocks.block, verb: string) =>
  defineAction({
    ...act,
    // A host without blocks is told of once and done with.
    outcomes: { not_found: 'done', 404: 'drop', 405: 'drop', 501: 'drop' },
    isRepeatable: true,
    send: (call, args, client_id) => call(endpoint, { ...args, client_id }),
    label: ({ other }) => `${verb} ${other}`,
  })

export const block = keepAway(acts.block, blocks.block, 'Block')
export const unblock = keepAway(acts.unblock, blocks.unblock, 'Unblock')
export const mute = keepAway(acts.mute, blocks.mute, 'Mute')
export const unmute = keepAway(acts.unmute, blocks.unmute, 'Unmute')

export const report = defineAction({
  ...acts.report,
  isRepeatable: false,
  send: (call, args, client_id) => call(reports.report, { ...args, client_id }),
  label: ({ other }) => `Report ${other}`,
  text: ({ reason }) => reason,
})

export const editProfile = defineAction({
  ...acts.editProfile,
  isRepeatable: true,
  send: (call, args, client_id) => call(own.editProfile, { ...args, client_id }),
  label: () => 'Edit profile',
  text: ({ firstname = '', lastname = '', email = '' }) => [firstname, lastname, email].join(' ').trim(),
})

export const removePicture = defineAction({
  ...acts.removePicture,
  isRepeatable: true,
  send: (call, { user }, client_id) => call(own.removePicture, { user, client_id }),
  label: () => 'Remove picture',
})
