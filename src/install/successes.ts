import { share } from '#src/broadcasts/actions.ts'
import { sendMessage } from '#src/messages/actions.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { startSwap } from '#src/swaps/actions.ts'

/** After these a person knows what the app is good for. */
const SUCCESSES: ReadonlySet<string> = new Set([share.name, startSwap.name, sendMessage.name])

/** Whether the server has taken a broadcast, a swap or a message of this member: not before it has. */
export const hasSucceeded = (entries: readonly Entry[]): boolean =>
  entries.some(({ action, status }) => status === 'acked' && SUCCESSES.has(action))
