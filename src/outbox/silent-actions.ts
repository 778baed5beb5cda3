import { markActivityRead } from '#src/activity/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import { type Entry, isOnItsWay } from '#src/offline/outbox/entry.ts'
import type { UnsentCounts } from './disconnected-text.ts'

/** The app's own actions, by name: the list of all actions is not in the first chunk. */
export const silentActions: readonly string[] = [markRead.name, markActivityRead.name]

/** Returns whether the user performed the action, not the app. */
export const isPersonal = ({ action }: Entry): boolean => !silentActions.includes(action)

export function countUnsent(entries: readonly Entry[]): UnsentCounts {
  const personal = entries.filter(isPersonal)
  return {
    waiting: personal.filter(isOnItsWay).length,
    parked: personal.filter(({ status }) => status === 'parked').length,
  }
}
