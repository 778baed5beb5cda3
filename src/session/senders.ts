import * as accounts from '#src/accounts/senders.ts'
import * as activity from '#src/activity/senders.ts'
import * as broadcasts from '#src/broadcasts/senders.ts'
import * as listening from '#src/listening/senders.ts'
import * as messages from '#src/messages/senders.ts'
import * as notifications from '#src/notifications/senders.ts'
import { type AnySender, indexByName } from '#src/offline/outbox/action.ts'
import * as swaps from '#src/swaps/senders.ts'

const isAction = (value: unknown): value is AnySender => typeof value === 'object' && value !== null && 'send' in value

/** All actions by stored name: the page dispatches them, page and worker send them. */
export const actions: ReadonlyMap<string, AnySender> = indexByName(
  [accounts, activity, broadcasts, listening, messages, notifications, swaps].flatMap((domain) =>
    Object.values(domain).filter(isAction),
  ),
)

/** Actions without an effect on any query, which no overlay reads. */
export const invisibleActions: readonly string[] = ['listening.sample', 'listening.addPlay', 'accounts.report']
