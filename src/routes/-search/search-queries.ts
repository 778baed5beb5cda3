import { searchQuery } from '#src/accounts/people/queries.ts'
import { searchBroadcastsQuery } from '#src/broadcasts/of-track/queries.ts'
import { searchMusicQuery } from '#src/listening/music/queries.ts'

export const searchQueries = (term: string) => ({
  people: searchQuery('profile', term),
  music: searchMusicQuery(term),
  broadcasts: searchBroadcastsQuery(term),
})
