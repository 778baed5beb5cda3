import type { Action } from '#src/offline/outbox/action.ts'
import { isOnItsWay } from '#src/offline/outbox/entry.ts'
import { useOutboxSnapshot } from './query-outbox.ts'

export const useIsPending = (action: Action): boolean =>
  useOutboxSnapshot().entries.some((entry) => entry.action === action.name && isOnItsWay(entry))
