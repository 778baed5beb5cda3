import * as v from 'valibot'
import { actions } from '#src/app/senders.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'

/** What an entry is called in lists, and the words of a person in it; an unreadable one is named, not hidden. */
export function describeEntry(entry: Entry): { label: string; text: string } {
  const action = actions.get(entry.action)
  if (!action) return { label: 'An action of a newer version', text: '' }
  const args = v.safeParse(action.args, entry.args)
  if (!args.success) return { label: 'An action that can no longer be read', text: '' }
  return { label: action.label(args.output), text: action.text?.(args.output) ?? '' }
}
