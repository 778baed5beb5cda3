import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Username } from '../wire.ts'
import { Broadcast } from './feed.ts'

export const getMemberBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/user/broadcasts',
  addition: true,
  summary: 'The broadcasts of one member, newest first.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({ user: Username, current_user: v.optional(Username), ...pageParams(20) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to load broadcasts',
})
