import { del, get, set } from 'idb-keyval'
import type { KeyValueStore } from './idb.ts'

/** The unsent texts of a member, stored next to the outbox and as durable. */
export interface Drafts {
  /** Resolves to the stored text, empty if there is none. */
  read: (name: string) => Promise<string>
  /** Stores the text; an empty text removes it. */
  write: (name: string, text: string) => Promise<void>
}

export const createDrafts = (store: KeyValueStore): Drafts => ({
  read: async (name) => {
    const text: unknown = await get(['draft', name], store)
    return typeof text === 'string' ? text : ''
  },
  write: (name, text) => (text === '' ? del(['draft', name], store) : set(['draft', name], text, store)),
})
