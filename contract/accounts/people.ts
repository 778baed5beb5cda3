import * as v from 'valibot'
import { defineSpecOpenRead, defineSpecWrite } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Added, ClientId, Num, Username } from '../wire.ts'

const PersonAdditions = {
  /** Cursor for `before`. */
  id: Added(Num),
  swag: Added(Num),
  pfpsm: Added(v.string()),
  pfpmed: Added(v.string()),
}
export const Follower = v.object({ follower: v.string(), ...PersonAdditions })
export type Follower = v.InferOutput<typeof Follower>
export const Following = v.object({ following: v.string(), ...PersonAdditions })
export type Following = v.InferOutput<typeof Following>

export const getFollowers = defineSpecOpenRead({
  path: '/api/user/followers',
  summary: 'Who follows a member, latest first; without limit at most 1,000.',
  visibility: 'profile',
  query: v.object({ user: Username, ...pageParams(1000) }),
  response: v.object({ followers: Rows(Follower), total: Added(Num) }),
  failure: 'Failed to load followers',
})

export const getFollowing = defineSpecOpenRead({
  path: '/api/user/following',
  summary: 'Whom a member follows, latest first; without limit at most 1,000.',
  visibility: 'profile',
  query: v.object({ user: Username, ...pageParams(1000) }),
  response: v.object({ following: Rows(Following), total: Added(Num) }),
  failure: 'Failed to load following',
})

export const follow = defineSpecWrite({
  path: '/api/user/follow',
  summary: 'Follows a member. Following already is done already.',
  actor: 'follower',
  visibility: 'contact',
  query: v.object({ follower: Username, followee: Username, client_id: v.optional(ClientId) }),
  failure: 'Failed to follow user',
})

export const unfollow = defineSpecWrite({
  path: '/api/user/unfollow',
  summary: 'Stops following a member. Not following is done already.',
  actor: 'follower',
  whileSuspended: true,
  visibility: 'contact',
  query: v.object({ follower: Username, followee: Username, client_id: v.optional(ClientId) }),
  failure: 'Failed to unfollow user',
})
