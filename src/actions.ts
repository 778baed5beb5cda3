import * as accounts from './accounts/actions.ts'
import * as activity from './activity/actions.ts'
import * as broadcasts from './broadcasts/actions.ts'
import * as listening from './listening/actions.ts'
import * as messages from './messages/actions.ts'
import type { AnyAction } from './offline/action.ts'
import * as swaps from './swaps/actions.ts'

const isAction = (value: unknown): value is AnyAction => typeof value === 'object' && value !== null && 'send' in value

/** Every action there is, by its stored name: the page dispatches them, page and worker send them. */
export const actions: ReadonlyMap<string, AnyAction> = new Map(
  [accounts, activity, broadcasts, listening, messages, swaps]
    .flatMap((domain) => Object.values(domain).filter(isAction))
    .map((action) => [action.name, action]),
)

/** Actions whose effect no query shows, so that no overlay reads them. */
export const invisibleActions: readonly string[] = ['listening.sample', 'accounts.report']
