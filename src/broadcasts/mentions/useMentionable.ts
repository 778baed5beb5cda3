import { peopleQuery, suggestionsQuery } from '#src/accounts/people/queries.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { conversationsQuery } from '#src/messages/queries.ts'
import { useSettled } from '#src/ui/useSettled.ts'
import { listOffered, type Mentionable } from './typed-mention.ts'

const AFTER_TYPING_MS = 250
const SEARCHED_MIN = 2
const CACHE_ONLY = { enabled: false }

/**
 * Returns the members to offer for a typed mention, none if the term is undefined: `near` ones,
 * followed members and conversations from the device, then those that the server finds. The search
 * is sent once per settled term and aborted by the next one; its failure changes nothing.
 */
export function useMentionable(term: string | undefined, near: readonly Mentionable[]): Mentionable[] {
  const { member } = useSession()
  const following = useLive(peopleQuery('following', member ?? ''), CACHE_ONLY).value?.people ?? []
  const talks = useLive(conversationsQuery(member ?? ''), CACHE_ONLY).value ?? []
  const known = [
    ...near,
    ...following.map(({ name, pfpsm: picture }) => ({ name, picture })),
    ...talks.map(({ conversant: name, pfpsm: picture }) => ({ name, picture })),
  ]
  const settled = useSettled(term, AFTER_TYPING_MS)
  // Few names contain spaces, and most texts after a name do.
  const isSearched = settled !== undefined && settled.length >= SEARCHED_MIN && !/\s/.test(settled)
  const search = useLive(suggestionsQuery(settled ?? ''), { enabled: isSearched })
  if (term === undefined) return []
  const found = isSearched ? (search.value ?? []).map(({ profile: name, pfpsm: picture }) => ({ name, picture })) : []
  return listOffered(term, [...known, ...found], member)
}
