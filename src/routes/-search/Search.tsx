import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { BeforeSearch } from './BeforeSearch.tsx'
import { readRecentSearches, storeRecentSearch } from './recent-searches.ts'
import { SearchBox } from './SearchBox.tsx'
import { SearchResults } from './SearchResults.tsx'

const route = getRouteApi('/search')
const TERM_MAX = 64

/** One field for music, members and broadcasts: results while typing, before it what may interest. */
export function Search() {
  const { user = '' } = route.useSearch()
  const navigate = useNavigate()
  const { member } = useSession()
  const [recent, setRecent] = useState(readRecentSearches)
  const term = user.slice(0, TERM_MAX)
  const search = (next: string) =>
    void navigate({ to: '/search', search: next === '' ? {} : { user: next }, replace: true })
  const store = (searched: string | null) => {
    storeRecentSearch(searched)
    setRecent(readRecentSearches())
  }
  const submit = (next: string) => {
    store(next)
    search(next)
  }
  return (
    <Screen isSpread header={<ScreenHeader title="Search" />}>
      <SearchBox term={term} onType={search} onSubmit={submit} />
      {term === '' ? (
        <BeforeSearch member={member} recent={recent} onSearch={submit} onClear={() => store(null)} />
      ) : (
        <SearchResults term={term} onOpen={() => store(term)} />
      )}
    </Screen>
  )
}
