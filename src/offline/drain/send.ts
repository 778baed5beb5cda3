import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { type AnyAction, type Progress, readArgs, type Sent } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import { acknowledge, begin } from './attempts.ts'
import { heads, isDue, isHalted } from './due.ts'
import { lookUp } from './look-up.ts'
import { doubtOf, IN_DOUBT, OUR_FAULT, parked, refused, UNREADABLE, unreachable, unreached } from './outcomes.ts'
import { cut, type DrainDeps, isDeduping, isInDoubt, isReached, type Pass } from './pass.ts'

/** Sends a lane's head. Returns true if the lane may continue. */
export async function sendOne(pass: Pass, entry: Entry): Promise<boolean> {
  const action = pass.deps.actions.get(entry.action)
  if (!action) return false
  const args: unknown = readArgs(action, entry)
  if (args === undefined) return parked(pass, entry, { sentence: UNREADABLE })
  if (isInDoubt(pass, action, entry)) {
    if (entry.status === 'sending') return parked(pass, entry, { sentence: IN_DOUBT, ...doubtOf(action) })
    if (!(await isReached(pass))) return unreached(pass, entry)
  }
  if (!(await mayLeave(pass, entry))) return false
  const begun = await begin(pass.deps.outbox, entry)
  return begun ? attemptOnce(pass, { begun, action, args }) : overtaken(pass, entry)
}

interface Attempt {
  begun: Entry
  action: AnyAction
  args: unknown
}

/**
 * Sends an entry after its attempt is stored, and stores the outcome. Returns true if the lane may
 * continue.
 */
async function attemptOnce(pass: Pass, { begun, action, args }: Attempt): Promise<boolean> {
  const { deps } = pass
  const { resumed = 0 } = deps.outbox.snapshot().meta
  const calls: Calls = { answered: 0, madeId: begun.madeId }
  const sent =
    (await foundBeforeResend(pass, begun, action, args)) ?? (await attempt(deps, action, args, begun.client_id, calls))
  // The first of two calls has taken effect. Unless the id it created is stored, sending both again
  // would repeat it.
  const isHalfDone = calls.answered > 0 && calls.madeId === undefined
  const tried = calls.madeId === undefined ? begun : { ...begun, madeId: calls.madeId }
  if (sent instanceof Unreachable) return unreachable(pass, tried, action, { error: sent, isHalfDone })
  if (sent instanceof Refused) return refused(pass, tried, action, { error: sent, args, resumed, isHalfDone })
  if (sent === undefined) return parked(pass, tried, { sentence: OUR_FAULT, ...doubtOf(action) })
  return taken(pass, begun, action, sent)
}

/** The calls of one attempt. */
interface Calls extends Progress {
  answered: number
}

/**
 * Checks an action that must not be repeated blindly on this host: returns an empty `Sent` if an
 * earlier attempt has taken effect, the error if that cannot be read. Undefined: it may be sent.
 */
async function foundBeforeResend(
  pass: Pass,
  begun: Entry,
  action: AnyAction,
  args: unknown,
): Promise<Sent | Unreachable | Refused | undefined> {
  if (begun.attempts < 2 || action.lookUp?.isBeforeResend !== true || isDeduping(pass)) return undefined
  const found = await lookUp(pass, action, args, begun)
  if (found === true) return { id: begun.madeId }
  return found === false ? undefined : found
}

/** Stores that the server has accepted the entry. */
async function taken(pass: Pass, begun: Entry, action: AnyAction, sent: Sent): Promise<boolean> {
  pass.failures = 0
  pass.acked++
  await acknowledge(pass.deps.outbox, begun, sent, action)
  return true
}

/** Re-evaluates the conditions after the reachability check, directly before the request. */
async function mayLeave(pass: Pass, entry: Entry): Promise<boolean> {
  if (isHalted(pass) || !isDue(pass, entry)) return false
  return (await pass.deps.isCurrent()) ? !pass.deps.signal.aborted : cut(pass)
}

/**
 * Returns the outcome; undefined after an error in the action's own code, which must not stop the
 * other lanes.
 */
async function attempt(
  { call, signal, onError }: DrainDeps,
  action: AnyAction,
  args: unknown,
  client_id: string,
  calls: Calls,
): Promise<Sent | Unreachable | Refused | undefined> {
  try {
    const counted: Call = async (endpoint, query, options) => {
      const answer = await call(endpoint, query, { signal, ...options })
      calls.answered++
      return answer
    }
    return await action.send(counted, args, client_id, calls)
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refused) return error
    onError?.(error)
    return undefined
  }
}

/**
 * Rereads the store, which may be newer than the snapshot. Returns true if there is another entry
 * to send.
 */
async function overtaken({ deps }: Pass, entry: Entry): Promise<boolean> {
  await deps.outbox.reload()
  return heads(deps.outbox).find((it) => it.lane === entry.lane)?.client_id !== entry.client_id
}
