import { nameKey } from '#contract/accounts/names.ts'
import type { Live } from '#src/cache/useLive.ts'
import { useLive } from '#src/cache/useLive.ts'
import { type Pages, usePages } from '#src/cache/usePages.ts'
import type { Listed, People } from './overlay.ts'
import { olderPeopleQuery, type PeopleList, peopleQuery } from './queries.ts'

/** Returns one of a member's two lists down to where it was scrolled, without duplicates. */
export function usePeople(list: PeopleList, user: string): Pages<Listed> & { head: Live<People> } {
  const head = useLive(peopleQuery(list, user))
  const pages = usePages(head.value?.people ?? NO_PEOPLE, (before) => olderPeopleQuery(list, user, before))
  const items = eachOnce(pages.items)
  const total = head.value?.total ?? Number.POSITIVE_INFINITY
  return { ...pages, head, items, hasMore: pages.hasMore && items.length < total }
}

const NO_PEOPLE: readonly Listed[] = []

/** Removes duplicates: a member followed on this device is first, and where the server lists it. */
const eachOnce = (people: readonly Listed[]): Listed[] => [
  ...new Map(people.map((person) => [nameKey(person.name), person])).values(),
]
