import { isSameName } from '#contract/accounts/names.ts'
import * as people from '#contract/accounts/people.ts'
import * as own from '#contract/accounts/profile.ts'
import * as reports from '#contract/accounts/reports.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineSender } from '#src/offline/outbox/action.ts'
import { statesExistence } from '#src/offline/outbox/repeat-sentences.ts'
import * as actions from './actions.ts'

export { setBlock, setMute } from './blocks/senders.ts'

/** Resolves to whether the host lists the followee, among the latest 1,000. */
const isFollowed = async (call: Call, { user, followee }: ArgsOf<typeof actions.setFollow>) => {
  const { following } = await call(people.getFollowing, { user, limit: 1000 })
  return following.some((row) => isSameName(row.following, followee))
}

export const setFollow = defineSender({
  ...actions.setFollow,
  outcomes: ({ isFollowing }) => (isFollowing ? {} : { not_found: 'done' }),
  isRepeatable: true,
  lookUp: { isDone: async (call, args) => (await isFollowed(call, args)) === args.isFollowing, isBeforeResend: false },
  isRepeat: (sentence, { isFollowing }) => statesExistence(sentence, isFollowing),
  send: (call, { user, followee, isFollowing }, client_id) =>
    call(isFollowing ? people.follow : people.unfollow, { follower: user, followee, client_id }),
  label: ({ followee, isFollowing }) => `${isFollowing ? 'Follow' : 'Unfollow'} ${followee}`,
})

export const report = defineSender({
  ...actions.report,
  isRepeatable: false,
  send: (call, args, client_id) => call(reports.report, { ...args, client_id }),
  label: ({ other }) => `Report ${other}`,
  text: ({ reason }) => reason,
})

export const editProfile = defineSender({
  ...actions.editProfile,
  isRepeatable: true,
  send: (call, args, client_id) => call(own.editProfile, { ...args, client_id }),
  label: () => 'Edit profile',
  text: ({ firstname = '', lastname = '', email = '' }) => [firstname, lastname, email].join(' ').trim(),
})

export const removePicture = defineSender({
  ...actions.removePicture,
  isRepeatable: true,
  send: (call, { user }, client_id) => call(own.removePicture, { user, client_id }),
  label: () => 'Remove picture',
})
