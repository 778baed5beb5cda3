import { useQueryClient } from '@tanstack/react-query'
import { type Action, type ArgsOf, readArgs } from '#src/offline/outbox/action.ts'
import { amendEntry } from '#src/offline/outbox/amend-entry.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { getOutbox } from './query-outbox.ts'

/** It resolves to false if the entry was attempted: the server may have it. */
export function useAmend() {
  const outbox = getOutbox(useQueryClient())
  return async <A extends Action>(action: A, entry: Entry, changes: Partial<ArgsOf<A>>): Promise<boolean> => {
    const args = readArgs(action, entry)
    return outbox !== undefined && args !== undefined && amendEntry(outbox, entry, { ...args, ...changes })
  }
}
