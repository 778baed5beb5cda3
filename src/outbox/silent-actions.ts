import { type Entry, isOnItsWay } from '#src/offline/outbox/entry.ts'
import type { UnsentCounts } from './disconnected-text.ts'

/**
 * The names of the actions with `isSilent`, which a test compares: the actions are not in the first
 * chunk.
 */
export const silentActions: readonly string[] = ['messages.read', 'activity.read']

/** Returns whether the user performed the action, not the app. */
export const isPersonal = ({ action }: Entry): boolean => !silentActions.includes(action)

export function countUnsent(entries: readonly Entry[]): UnsentCounts {
  const personal = entries.filter(isPersonal)
  return {
    waiting: personal.filter(isOnItsWay).length,
    parked: personal.filter(({ status }) => status === 'parked').length,
  }
}
