import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Username } from '../wire.ts'
import { Broadcast } from './feed.ts'

const response = v.object({ broadcasts: Rows(Broadcast) })

export const getFollowingBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/user/following-broadcasts',
  addition: true,
  summary: 'The feed of the members that a member follows, and of the member, newest first.',
  access: 'member',
  actor: 'user',
  visibility: 'profile',
  query: v.object({ user: Username, ...pageParams(50) }),
  response,
  failure: 'Failed to load broadcasts',
})

export const getMemberBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/user/broadcasts',
  addition: true,
  summary: 'The broadcasts of one member, newest first.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({ user: Username, current_user: v.optional(Username), ...pageParams(20) }),
  response,
  failure: 'Failed to load broadcasts',
})
