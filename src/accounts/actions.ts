import * as v from 'valibot'
import { follow as followCall, unfollow as unfollowCall } from '#contract/accounts.ts'
import { nameKey } from '#contract/names.ts'
import { defineAction } from '#src/offline/action.ts'

const args = v.object({ user: v.string(), followee: v.string() })
const lane = ({ followee }: v.InferOutput<typeof args>) => `follow:${nameKey(followee)}`

/** Follows a member. Takes the place of an unfollow that never left. */
export const follow = defineAction({
  name: 'accounts.follow',
  args,
  lane,
  replaces: () => true, // the lane holds only follows and unfollows of this member; the last one is what is meant
  isRepeatable: true,
  send: (call, { user, followee }, client_id) => call(followCall, { follower: user, followee, client_id }),
  label: ({ followee }) => `Follow ${followee}`,
})

/** Stops following a member. */
export const unfollow = defineAction({
  name: 'accounts.unfollow',
  args,
  lane,
  outcomes: { not_found: 'done' },
  replaces: () => true,
  isRepeatable: true,
  send: (call, { user, followee }, client_id) => call(unfollowCall, { follower: user, followee, client_id }),
  label: ({ followee }) => `Unfollow ${followee}`,
})
