import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { RECENT_SEARCHES_KEY } from '#contract/storage-names.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { Screen } from '#src/layout/Screen.tsx'
import { ScreenHeader } from '#src/layout/ScreenHeader.tsx'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'
import { BeforeSearch } from './BeforeSearch.tsx'
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

const MOST = 6
const Terms = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MOST))

/** Returns the latest searches on this device, newest first. Nothing caches them: a sign-out removes them. */
function readRecentSearches(): readonly string[] {
  const stored = v.safeParse(Terms, readLocalStorage(RECENT_SEARCHES_KEY))
  return stored.success ? stored.output : []
}

/** Puts a search first; removes all searches if null. */
function storeRecentSearch(term: string | null): void {
  const others = readRecentSearches().filter((other) => nameKey(other) !== nameKey(term ?? ''))
  const next = term === null ? null : JSON.stringify([term, ...others].slice(0, MOST))
  writeLocalStorage(RECENT_SEARCHES_KEY, next)
}
