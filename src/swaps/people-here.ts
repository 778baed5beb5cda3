import { nameKey } from '#contract/accounts/names.ts'
import type { Match } from './stored.ts'

/** Somebody whom this device knows, from wherever it knows them. */
interface KnownPerson {
  name: string
  picture?: string | undefined
  swag?: number | undefined
}

const MOST = 30

/** Members known on this device, each once, in the order given; neither oneself nor System. What one place lacks another adds. */
export function peopleHere(known: readonly KnownPerson[], member: string): readonly Match[] {
  const found = new Map<string, Match>()
  for (const { name, picture = '', swag } of known) {
    const key = nameKey(name)
    if (key === nameKey(member) || name === 'System') continue
    const before = found.get(key)
    found.set(key, {
      username: before?.username ?? name,
      profileImage: before?.profileImage || picture,
      swag: before?.swag ?? swag,
    })
  }
  return [...found.values()].slice(0, MOST)
}
