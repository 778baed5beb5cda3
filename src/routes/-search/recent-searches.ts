import * as v from 'valibot'
import { nameKey } from '#contract/accounts/names.ts'
import { RECENT_SEARCHES_KEY } from '#contract/storage-names.ts'

const MOST = 6
const Terms = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.maxLength(100))), v.maxLength(MOST))

/** Returns the latest searches on this device, newest first. Nothing caches them: a sign-out removes them. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored = v.safeParse(Terms, localStorage.getItem(RECENT_SEARCHES_KEY))
    return stored.success ? stored.output : []
  } catch {
    return [] // Storage is unavailable (private modes, site settings).
  }
}

/** Puts a search first; removes all searches if null. */
export function storeRecentSearch(term: string | null): void {
  try {
    if (term === null) return localStorage.removeItem(RECENT_SEARCHES_KEY)
    const others = readRecentSearches().filter((other) => nameKey(other) !== nameKey(term))
    localStorage.setItem(RECENT_SEARCHES_KEY, JSON.stringify([term, ...others].slice(0, MOST)))
  } catch {
    console.warn('The search is not stored on this device.')
  }
}
