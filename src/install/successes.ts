import { share } from '#src/broadcasts/actions.ts'
import { sendMessage } from '#src/messages/actions.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { startSwap } from '#src/swaps/actions.ts'

/** Actions after which the user has seen the app's value. */
const SUCCESSES: ReadonlySet<string> = new Set([share.name, startSwap.name, sendMessage.name])

/** Returns whether the server has accepted a broadcast, a swap or a message by this member. */
export const hasSucceeded = (entries: readonly Entry[]): boolean =>
  entries.some(({ action, status }) => status === 'acked' && SUCCESSES.has(action))
