import { MEMBER_KEY } from '#contract/storage-names.ts'
import { readLocalStorage } from '#src/ui/local-storage.ts'

/** Returns the remembered member; null for a visitor. IndexedDB overrides it later. */
export function readStoredMember(read: (key: string) => string | null = readLocalStorage): string | null {
  try {
    const name: unknown = JSON.parse(read(MEMBER_KEY) ?? 'null')?.username
    return typeof name === 'string' && name !== '' ? name : null
  } catch {
    return null // the value is not JSON
  }
}

/**
 * Stores private data about `member` (null: a visitor) unless another member is signed in by now: a
 * write after a sign-out, in this tab or another, would restore what was deleted. Throws if the
 * storage is full or forbidden.
 */
export function storeForMember(member: string | null, key: string, text: string): void {
  if (readStoredMember() === member) localStorage.setItem(key, text)
}
