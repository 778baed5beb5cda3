import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { Count, Id, Instant, Num, Text } from '../wire.ts'

export const getTrackBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/track/broadcasts',
  addition: true,
  summary: 'The newest twenty broadcasts of a track that the member may see.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({ id: Id }),
  response: v.object({
    broadcasts: Rows(
      v.object({ id: Num, user: v.string(), title: Text, timestamp: Instant, likes: Count, pfpsm: Text }),
    ),
  }),
  failure: 'Failed to load broadcasts',
})
