import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { nameKey } from '#contract/accounts/names.ts'
import type { Match } from './stored.ts'

/** A member that this device knows, from any source. */
interface KnownPerson {
  name: string
  picture?: string | undefined
  swag?: number | undefined
}

const MOST = 30

/**
 * Returns the known members without duplicates, the user, System and deleted members. Sources
 * complete each other.
 */
export function peopleHere(known: readonly KnownPerson[], member: string): readonly Match[] {
  const found = new Map<string, Match>()
  for (const { name, picture = '', swag } of known) {
    const key = nameKey(name)
    if (key === nameKey(member) || name === 'System' || isDeletedMember(name)) continue
    const before = found.get(key)
    found.set(key, {
      username: before?.username ?? name,
      profileImage: before?.profileImage || picture,
      swag: before?.swag ?? swag,
    })
  }
  return [...found.values()].slice(0, MOST)
}
