import { markActivityRead } from '#src/activity/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'

/**
 * Actions of the app rather than the user, by name: the list of all actions is not in the first
 * chunk.
 */
export const silentActs: readonly string[] = [markRead.name, markActivityRead.name]

/** Returns whether the user performed the action, rather than the app. */
export const isPersonal = ({ action }: Entry): boolean => !silentActs.includes(action)
