import * as blocks from '#contract/accounts/blocks.ts'
import { isSameName } from '#contract/accounts/names.ts'
import * as people from '#contract/accounts/people.ts'
import * as own from '#contract/accounts/profile.ts'
import * as reports from '#contract/accounts/reports.ts'
import type { Call } from '#src/api/call.ts'
import { type ArgsOf, defineSender } from '#src/offline/outbox/action.ts'
import { statesExistence } from '#src/offline/outbox/repeat-sentences.ts'
import * as actions from './actions.ts'
import * as blockActions from './blocks/actions.ts'

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

/** A host without blocks refuses with 404, 405 or 501: such a JSON response is reported once, then dropped. */
const blockOutcomes = { not_found: 'done', 404: 'drop', 405: 'drop', 501: 'drop' } as const

export const setBlock = defineSender({
  ...blockActions.setBlock,
  outcomes: blockOutcomes,
  isRepeatable: true,
  send: (call, { user, other, isBlocked }, client_id) =>
    call(isBlocked ? blocks.block : blocks.unblock, { user, other, client_id }),
  label: ({ other, isBlocked }) => `${isBlocked ? 'Block' : 'Unblock'} ${other}`,
})

export const setMute = defineSender({
  ...blockActions.setMute,
  outcomes: blockOutcomes,
  isRepeatable: true,
  send: (call, { user, other, isMuted }, client_id) =>
    call(isMuted ? blocks.mute : blocks.unmute, { user, other, client_id }),
  label: ({ other, isMuted }) => `${isMuted ? 'Mute' : 'Unmute'} ${other}`,
})
