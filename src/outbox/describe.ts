import * as v from 'valibot'
import { actions } from '#src/app/senders.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'

/** Returns the label of an entry and the user's text in it; an unreadable entry is listed, not hidden. */
export function describeEntry(entry: Entry): { label: string; text: string } {
  const action = actions.get(entry.action)
  if (!action) return { label: 'An action of a newer version', text: '' }
  const args = v.safeParse(action.args, entry.args)
  if (!args.success) return { label: 'An action that can no longer be read', text: '' }
  return { label: action.label(args.output), text: action.text?.(args.output) ?? '' }
}
