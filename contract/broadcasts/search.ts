import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { Written } from '../wire.ts'
import { Broadcast } from './feed.ts'

export const searchBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/search-broadcasts',
  addition: true,
  summary: 'The newest twenty broadcasts of the feed with all words of the term in caption, track and artist.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({ search_term: Written(100) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to search broadcasts',
})
