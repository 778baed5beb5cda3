import * as v from 'valibot'
import { defineOpenRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Count, Id, Instant, Num, Text } from '../wire.ts'

export const getTrackBroadcasts = defineOpenRead({
  path: '/api/track/broadcasts',
  summary: 'The newest twenty broadcasts of a track that the member may see.',
  visibility: 'profile',
  query: v.object({ id: Id }),
  response: v.object({
    broadcasts: Rows(
      v.object({ id: Num, user: v.string(), title: Text, timestamp: Instant, likes: Count, pfpsm: Text }),
    ),
  }),
  failure: 'Failed to load broadcasts',
})
