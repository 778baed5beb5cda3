import type { ActKind } from '#src/offline/outbox/action.ts'
import { isOnItsWay } from '#src/offline/outbox/entry.ts'
import { useOutboxSnapshot } from './outbox-of.ts'

/** Whether an act of this kind has been done and is neither sent nor refused. */
export const useIsOnItsWay = (action: ActKind): boolean =>
  useOutboxSnapshot().entries.some((entry) => entry.action === action.name && isOnItsWay(entry))
