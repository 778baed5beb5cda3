import * as v from 'valibot'
import { defineOpenRead } from '../endpoint-kinds.ts'
import { pageParams } from '../page.ts'
import { Rows } from '../rows.ts'
import { Username } from '../wire.ts'
import { Broadcast } from './feed.ts'

export const getMemberBroadcasts = defineOpenRead({
  path: '/api/user/broadcasts',
  summary: 'The broadcasts of one member, newest first.',
  visibility: 'profile',
  query: v.object({ user: Username, current_user: v.optional(Username), ...pageParams(20) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to load broadcasts',
})
