import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { Written } from '../wire.ts'
import { Broadcast } from './feed.ts'

export const searchBroadcasts = defineEndpoint({
  method: 'GET',
  path: '/api/search-broadcasts',
  addition: true,
  summary: 'The newest twenty broadcasts of the feed whose caption, track and artist have all words of the term.',
  access: 'anyone',
  visibility: 'profile',
  query: v.object({ search_term: Written(100) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to search broadcasts',
})
