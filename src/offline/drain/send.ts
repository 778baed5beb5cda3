import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { type AnySender, type Progress, readArgs, type Sent } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import { acknowledge, begin, storeMadeId } from './attempts.ts'
import { heads, isDue, isHalted } from './due.ts'
import { lookUp } from './look-up.ts'
import {
  handleRefusal,
  handleUnreachable,
  IN_DOUBT,
  OUR_FAULT,
  parkEntry,
  postponeUnreached,
  toDoubt,
  UNREADABLE,
} from './outcomes.ts'
import { type DrainDeps, isDeduping, isInDoubt, isReached, isUrgent, type Pass, stopPass } from './pass.ts'

/** Sends a lane's head. Returns true if the lane may continue. */
export async function sendOne(pass: Pass, entry: Entry): Promise<boolean> {
  const action = pass.deps.actions.get(entry.action)
  if (!action) return false
  const args: unknown = readArgs(action, entry)
  if (args === undefined) return parkEntry(pass, entry, { sentence: UNREADABLE })
  if (isInDoubt(pass, action, entry)) {
    if (entry.status === 'sending') return parkEntry(pass, entry, { sentence: IN_DOUBT, ...toDoubt(action) })
    if (!(await isReached(pass))) return postponeUnreached(pass, entry)
  }
  if (!(await mayLeave(pass, entry))) return false
  const attempted = await begin(pass.deps.outbox, entry, isUrgent(pass, entry))
  if (!attempted) return isOvertaken(pass, entry)
  // It may have been amended since it was claimed.
  return attemptOnce(pass, { attempted, action, args: readArgs(action, attempted) ?? args })
}

interface Attempt {
  attempted: Entry
  action: AnySender
  args: unknown
}

/** Stores an attempt, sends, and stores the outcome. Returns true if the lane may continue. */
async function attemptOnce(pass: Pass, { attempted, action, args }: Attempt): Promise<boolean> {
  const { deps } = pass
  const { resumed = 0 } = deps.outbox.snapshot().meta
  const calls: Calls = { responses: 0, madeId: attempted.madeId }
  const sent =
    (await foundBeforeResend(pass, attempted, action, args)) ??
    (await attempt(deps, { attempted, action, args }, calls))
  // The first of two calls has taken effect. Unless the id it created is stored, sending both again
  // would repeat it.
  const isHalfDone = calls.responses > 0 && calls.madeId === undefined
  const tried = calls.madeId === undefined ? attempted : { ...attempted, madeId: calls.madeId }
  if (sent instanceof Unreachable) return handleUnreachable(pass, tried, action, { error: sent, isHalfDone })
  if (sent instanceof Refused) return handleRefusal(pass, tried, action, { error: sent, args, resumed, isHalfDone })
  if (sent === undefined) return parkEntry(pass, tried, { sentence: OUR_FAULT, ...toDoubt(action) })
  return storeAccepted(pass, attempted, action, sent)
}

interface Calls extends Progress {
  responses: number
}

/** Looks up an unrepeatable action: `Sent` if it took effect, an error if unknown, else undefined. */
async function foundBeforeResend(
  pass: Pass,
  attempted: Entry,
  action: AnySender,
  args: unknown,
): Promise<Sent | Unreachable | Refused | undefined> {
  if (attempted.attempts < 2 || action.lookUp?.isBeforeResend !== true || isDeduping(pass)) return undefined
  const found = await lookUp(pass, action, args, attempted)
  if (found === true) return { id: attempted.madeId }
  return found === false ? undefined : found
}

async function storeAccepted(pass: Pass, attempted: Entry, action: AnySender, sent: Sent): Promise<boolean> {
  pass.failures = 0
  pass.acked++
  await acknowledge(pass.deps.outbox, attempted, sent, action)
  return true
}

/** Re-evaluates the conditions after the reachability check, directly before the request. */
async function mayLeave(pass: Pass, entry: Entry): Promise<boolean> {
  if (isHalted(pass) || !isDue(pass, entry)) return false
  return (await pass.deps.isCurrent()) ? !pass.deps.signal.aborted : stopPass(pass)
}

/** Returns the outcome; undefined after an error in the action's own code. */
async function attempt(
  { outbox, call, signal, onError }: DrainDeps,
  { attempted, action, args }: Attempt,
  calls: Calls,
): Promise<Sent | Unreachable | Refused | undefined> {
  try {
    const countedCall: Call = async (endpoint, query, options) => {
      const { madeId } = calls
      // If it cannot be stored now, it is stored with the outcome.
      if (madeId !== undefined && madeId !== attempted.madeId)
        await storeMadeId(outbox, attempted, madeId).catch((error: unknown) => onError?.(error))
      const response = await call(endpoint, query, { signal, ...options })
      calls.responses++
      return response
    }
    return await action.send(countedCall, args, attempted.client_id, calls)
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refused) return error
    onError?.(error)
    return undefined
  }
}

/** Rereads the store. Returns true if there is another entry to send. */
async function isOvertaken({ deps }: Pass, entry: Entry): Promise<boolean> {
  await deps.outbox.reload()
  return heads(deps.outbox).find((candidate) => candidate.lane === entry.lane)?.client_id !== entry.client_id
}
