import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { RECENT_SEARCHES_KEY } from '#contract/storage-names.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'

const MOST = 6
const Terms = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MOST))

/** Returns the latest searches on this device, newest first. Nothing caches them: a sign-out removes them. */
export function readRecentSearches(): readonly string[] {
  const stored = v.safeParse(Terms, readLocalStorage(RECENT_SEARCHES_KEY))
  return stored.success ? stored.output : []
}

/** Puts a search first; removes all searches if null. */
export function storeRecentSearch(term: string | null): void {
  const others = readRecentSearches().filter((other) => nameKey(other) !== nameKey(term ?? ''))
  const next = term === null ? null : JSON.stringify([term, ...others].slice(0, MOST))
  writeLocalStorage(RECENT_SEARCHES_KEY, next)
}
