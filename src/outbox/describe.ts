import { readArgs } from '#src/offline/outbox/action.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { actions } from '#src/session/senders.ts'

/** Returns the entry label and the user's text in it; an unreadable entry is listed, not hidden. */
export function describeEntry(entry: Entry): { label: string; text: string } {
  const action = actions.get(entry.action)
  if (!action) return { label: 'An action of a newer version', text: '' }
  const args: unknown = readArgs(action, entry)
  if (args === undefined) return { label: 'An action that can no longer be read', text: '' }
  return { label: action.label(args), text: action.text?.(args) ?? '' }
}
