import * as v from 'valibot'
import { defineOpenRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Written } from '../wire.ts'
import { Broadcast } from './feed.ts'

export const searchBroadcasts = defineOpenRead({
  path: '/api/search-broadcasts',
  summary: 'The newest twenty broadcasts of the feed with all words of the term in caption, track and artist.',
  visibility: 'profile',
  query: v.object({ search_term: Written(100) }),
  response: v.object({ broadcasts: Rows(Broadcast) }),
  failure: 'Failed to search broadcasts',
})
