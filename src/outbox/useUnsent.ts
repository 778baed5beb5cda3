import { useOutboxSnapshot } from '#src/cache/query-outbox.ts'
import { isUnsent } from '#src/offline/outbox/entry.ts'
import { isPersonal } from './silent-actions.ts'

/** Counts the user's unsent actions, and returns whether there are any by the app itself. */
export function useUnsent(): { count: number; hasSilent: boolean } {
  const entries = useOutboxSnapshot().entries.filter(isUnsent)
  const count = entries.filter(isPersonal).length
  return { count, hasSilent: entries.length > count }
}
