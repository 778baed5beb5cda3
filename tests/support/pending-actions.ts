import type { Action, ArgsOf } from '#src/offline/outbox/action.ts'
import { ENTRY_VERSION, type Entry, type EntryStatus } from '#src/offline/outbox/entry.ts'
import { type Pending, pendingOver } from '#src/offline/outbox/pending.ts'

type AnyArgs<A> = A extends Action ? readonly [A, ArgsOf<A>] : never
interface GivenAction {
  action: Action
  args: unknown
  status: EntryStatus
  ackedRev?: number
  madeId?: number
}

const given = (act: AnyArgs<Action> | GivenAction): GivenAction =>
  // a pair has no `action` key
  Array.isArray(act) ? { action: act[0], args: act[1], status: 'queued' } : (act as GivenAction)

/** An action that the server has, acknowledged at a revision. */
export const ackedAt = <A extends Action>(
  ackedRev: number,
  [action, args]: readonly [A, ArgsOf<A>],
  madeId?: number,
): GivenAction => ({
  action,
  args,
  status: 'acked',
  ackedRev,
  ...(madeId === undefined ? {} : { madeId }),
})

/** An action in a state. */
export const actIn = <A extends Action>(status: EntryStatus, [action, args]: readonly [A, ArgsOf<A>]): GivenAction => ({
  action,
  args,
  status,
})

/** When all actions in a test happen. */
const ACTED_AT = Date.parse('2026-11-20T08:12:00.000Z')

/**
 * Returns the given actions, in order, as an overlay applies them to a response; a number at the
 * end is its `requestedAtRev`. It was requested before the first attempt of any of them.
 */
export function pendingActions(...acts: (readonly [Action, unknown] | GivenAction | number)[]): Pending {
  const requestedAtRev = acts.findLast((act) => typeof act === 'number') ?? 0
  const entries = acts
    .filter((act) => typeof act !== 'number')
    .map((act, index) => asEntry(given(act as AnyArgs<Action> | GivenAction), index + 1))
  return pendingOver({ meta: { rev: 9, seq: entries.length }, entries }, { requestedAtRev, requestedAt: 0 })
}

const asEntry = ({ action, args, ...state }: GivenAction, seq: number): Entry => {
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
