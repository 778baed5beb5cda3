import { del, get, set, update } from 'idb-keyval'
import type { KeyValueStore } from './idb.ts'

/** A member's unsent texts, stored next to the outbox and as durable. */
export interface Drafts {
  /** Resolves to the stored text, empty if there is none. */
  read: (name: string) => Promise<string>
  /** Stores the text; an empty text removes it. */
  write: (name: string, text: string) => Promise<void>
}

/** Creates the drafts for this context. `restore` stores those again that are missing. */
export function createDrafts(store: KeyValueStore): Drafts & { restore: () => Promise<void>; isEmpty: () => boolean } {
  const known = new Map<string, string>()
  const note = (name: string, text: string) => (text === '' ? known.delete(name) : known.set(name, text))
  return {
    read: async (name) => {
      const stored: unknown = await get(['draft', name], store)
      const text = typeof stored === 'string' ? stored : ''
      note(name, text)
      return text
    },
    write: (name, text) => {
      note(name, text)
      return text === '' ? del(['draft', name], store) : set(['draft', name], text, store)
    },
    restore: async () => {
      for (const [name, text] of known) await update(['draft', name], (stored: unknown) => stored ?? text, store)
    },
    isEmpty: () => known.size === 0,
  }
}
