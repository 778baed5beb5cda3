import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { ENTRY_VERSION, type Entry, type EntryStatus } from '#src/offline/outbox/entry.ts'
import { type Pending, pendingOver } from '#src/offline/outbox/pending.ts'

type AnyArgs<A> = A extends Action ? readonly [A, ArgsOf<A>] : never
interface ActionInState {
  action: Action
  args: unknown
  status: EntryStatus
  ackedRev?: number
  madeId?: number
}

const toState = (pair: AnyArgs<Action> | ActionInState): ActionInState =>
  // a pair has no `action` key
  Array.isArray(pair) ? { action: pair[0], args: pair[1], status: 'queued' } : (pair as ActionInState)

/** An action that the server has, acknowledged at a revision. */
export const ackedAt = <A extends Action>(
  ackedRev: number,
  [action, args]: readonly [A, ArgsOf<A>],
  madeId?: number,
): ActionInState => ({
  action,
  args,
  status: 'acked',
  ackedRev,
  ...(madeId === undefined ? {} : { madeId }),
})

/** An action in a state. */
export const actionIn = <A extends Action>(
  status: EntryStatus,
  [action, args]: readonly [A, ArgsOf<A>],
): ActionInState => ({
  action,
  args,
  status,
})

/** When all actions in a test happen. */
const ACTED_AT = Date.parse('2026-11-20T08:12:00.000Z')

/**
 * Returns actions, in order, as an overlay applies them to a response; a number at the
 * end is its `requestedAtRev`. It was requested before the first attempt of any of them.
 */
export function pendingActions(...actions: (readonly [Action, unknown] | ActionInState | number)[]): Pending {
  const requestedAtRev = actions.findLast((action) => typeof action === 'number') ?? 0
  const entries = actions
    .filter((action) => typeof action !== 'number')
    .map((action, index) => asEntry(toState(action as AnyArgs<Action> | ActionInState), index + 1))
  return pendingOver({ meta: { rev: 9, seq: entries.length }, entries }, { requestedAtRev, requestedAt: 0 })
}

const asEntry = ({ action, args, ...state }: ActionInState, seq: number): Entry => {
  const client_id = `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`
  return {
    v: ENTRY_VERSION,
    seq,
    client_id,
    action: action.name,
    args,
    lane: action.lane(args, client_id),
    attempts: 0,
    createdAt: ACTED_AT,
    ...state,
  }
}
