/** The spec's key: who is signed in here, for the first moment of a start. IndexedDB has the last word. */
const KEY = 'bc_user'

/** What local storage has; null where that is nothing, or where it may not be read (private modes, site settings). */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The member as `rememberMember` keeps it; null for a visitor. */
export function storedMember(read: (key: string) => string | null = stored): string | null {
  try {
    const name: unknown = JSON.parse(read(KEY) ?? 'null')?.username
    return typeof name === 'string' && name !== '' ? name : null
  } catch {
    return null // whatever lies there, it is no member
  }
}

/**
 * Keeps something private of `member` (null: what a visitor sees), unless somebody else is here by now: a write that comes after the wipe
 * of a sign-out, in this tab or another, would put it back. Throws where storage is full or forbidden.
 */
export function keepFor(member: string | null, key: string, text: string): void {
  if (storedMember() === member) localStorage.setItem(key, text)
}
