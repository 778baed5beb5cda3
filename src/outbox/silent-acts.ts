import { markActivityRead } from '#src/activity/actions.ts'
import { markRead } from '#src/messages/actions.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'

/** What the app does by itself. By name, for the page has no list of all actions on its first screen. */
export const silentActs: readonly string[] = [markRead.name, markActivityRead.name]

/** Whether a person did it, and not the app. */
export const isPersonal = ({ action }: Entry): boolean => !silentActs.includes(action)
