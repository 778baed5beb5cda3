import { finalStatuses } from '#contract/errors.ts'
import { NoConnection, type Refused, type Unreachable } from '#src/api/errors.ts'
import type { AnySender, Outcome } from '../outbox/action.ts'
import type { Entry, Failure } from '../outbox/entry.ts'
import type { Paused } from '../outbox/meta.ts'
import { acknowledge, drop, park, pause, postpone, postponeUncounted } from './attempts.ts'
import { backoffMs } from './backoff.ts'
import { lookUp } from './look-up.ts'
import { countUnreached, endPass, isInDoubt, type Pass, stopPass } from './pass.ts'

/** Texts for a parked entry's failure where no server's refusal supplies one. */
export const UNREADABLE = 'This action can no longer be read. Discard it and do it again.'
export const OUR_FAULT = 'This couldn’t be sent because of an error in the app.'
const SUSPENDED_MS = 30 * 60_000

export const IN_DOUBT =
  'It may have been sent: the connection was lost before the server responded. Check before you send it again.'

/** Returns the failure for an entry that may have taken effect, now or by a late copy. */
export const toDoubt = ({ isRepeatable, lookUp }: AnySender) =>
  isRepeatable && lookUp?.isBeforeResend !== true ? {} : { mayHaveTakenEffect: true }

/** Postpones an entry that did not arrive, or was refused by an unknown source, with its lane. */
export async function postponeUnreached(pass: Pass, entry: Entry): Promise<boolean> {
  const { deps } = pass
  const nextAt = deps.now() + backoffMs(entry.attempts + 1, deps.chance())
  await postpone(deps.outbox, entry, { nextAt, miss: { chance: deps.chance() } })
  return countUnreached(pass)
}

interface NoResponse {
  error: Unreachable
  isHalfDone: boolean
}

/**
 * Handles a missing or foreign response: retries later, or parks the entry in doubt. A Retry-After
 * delays this entry only; if the server refuses every lane, the breaker pauses all.
 */
export async function handleUnreachable(
  pass: Pass,
  entry: Entry,
  action: AnySender,
  how: NoResponse,
): Promise<boolean> {
  const { deps } = pass
  const { error, isHalfDone } = how
  const { status, reason, retryAfterMs = 0 } = error
  const isNotNow = status === 425 || status === 429 // rejected before it had an effect
  const miss = reason === 'aborted' ? undefined : { chance: deps.chance(), retryAfterMs }
  if ((isHalfDone || !isNotNow) && isInDoubt(pass, action, entry)) {
    await park(deps.outbox, entry, { sentence: IN_DOUBT, ...toDoubt(action) }, miss)
  } else {
    const now = deps.now()
    const nextAt = now + Math.max(backoffMs(entry.attempts, deps.chance()), retryAfterMs)
    await postpone(deps.outbox, entry, { nextAt, miss, ...(retryAfterMs > 0 && { quietUntil: now + retryAfterMs }) })
  }
  return reason === 'aborted' ? stopPass(pass) : countUnreached(pass)
}

interface Refusal {
  error: Refused
  args: unknown
  /** `meta.resumed` when the request was sent. */
  resumed: number
  isHalfDone: boolean
}

/** Handles a refusal by code, else status: done, dropped, parked or paused. */
export async function handleRefusal(pass: Pass, entry: Entry, action: AnySender, refusal: Refusal): Promise<boolean> {
  const { error } = refusal
  pass.failures = 0
  if (refusal.isHalfDone && isInDoubt(pass, action, entry))
    return parkEntry(pass, entry, { sentence: IN_DOUBT, ...toDoubt(action) })
  const ended = action.isSilent === true ? await endedSilently(pass, entry, action, error) : undefined
  if (ended !== undefined) return ended
  if (error.status === 401) return pauseAll(pass, entry, 'signed-out', refusal)
  if (error.code === 'wrong_member') return pauseAll(pass, entry, 'wrong-member', refusal)
  if (error.code === 'suspended') return waitForReinstatement(pass, entry)
  const outcome = findOutcome(action, refusal)
  if (outcome === 'done') {
    await acknowledge(pass.deps.outbox, entry, {}, action)
    return true
  }
  if (outcome === 'drop') {
    await drop(pass.deps.outbox, entry, toFailure(error))
    return true
  }
  const failure = { ...toFailure(error), ...(isFinal(error) ? {} : toDoubt(action)) }
  const verdict = error.status === 403 ? await whyForbidden(pass, entry, refusal) : undefined
  return verdict ?? (await acknowledgeFound(pass, entry, action, refusal)) ?? parkEntry(pass, entry, failure)
}

/**
 * Returns whether a refusal rules out that any copy of the request takes effect: only the app's own
 * server sends codes, and it stores these refusals under the entry's `client_id`. It does not store
 * that for a limit, before which an earlier attempt may have been executed.
 */
const isFinal = ({ code, status }: Refused) => code !== undefined && finalStatuses.has(status)

/** Retains a suspended member's entry; its end wakes the drain. Other lanes go on. */
async function waitForReinstatement({ deps }: Pass, entry: Entry): Promise<false> {
  await postponeUncounted(deps.outbox, entry, deps.now() + SUSPENDED_MS)
  return false
}

/**
 * Reads the host's state if the action can be looked up: an effect that exists is acknowledged.
 * Without a connection it is retried later. If the host does not return its state, the sentence in a
 * refusal without a code decides. Undefined: the refusal is final.
 */
async function acknowledgeFound(
  pass: Pass,
  entry: Entry,
  action: AnySender,
  { args, error }: Refusal,
): Promise<boolean | undefined> {
  if (error.isHtml) return undefined // perhaps from an intermediary: the entry may not have arrived
  const found = await lookUp(pass, action, args, entry)
  if (found instanceof NoConnection) return postponeUnreached(pass, entry)
  const isRepeat = error.code === undefined && action.isRepeat?.(error.sentence, args) === true
  const isDone = typeof found === 'boolean' ? found : isRepeat
  if (!isDone) return undefined
  await acknowledge(pass.deps.outbox, entry, { id: entry.madeId }, action)
  return true
}

/** Ends a silent action after any refusal. Undefined: the session is not the member's. */
async function endedSilently(
  pass: Pass,
  entry: Entry,
  action: AnySender,
  error: Refused,
): Promise<boolean | undefined> {
  if (error.status === 401 || error.status === 403) {
    const viewer = await pass.deps.whoami()
    if (viewer === undefined) return postponeUnreached(pass, entry)
    if (viewer === null || !pass.deps.isMember(viewer)) return undefined
  }
  await acknowledge(pass.deps.outbox, entry, {}, action)
  return true
}

/** Returns the outcome by code, else by the status of a JSON response, not an intermediary's. */
export function findOutcome(action: AnySender, { error, args }: Pick<Refusal, 'error' | 'args'>): Outcome | undefined {
  const outcomes = typeof action.outcomes === 'function' ? action.outcomes(args) : action.outcomes
  return outcomes?.[error.code ?? ''] ?? (error.isJson ? outcomes?.[String(error.status)] : undefined)
}

/**
 * Resolves to the reason for a 403; undefined under the member's own session: the refusal is final.
 * Without a session, or under another member's, all entries pause; a delete, for example, names no
 * member, so that another's session is `not_yours`. If the session is unknown, a refusal without a
 * code pauses, for it may concern all requests; one with a code is checked again later.
 */
async function whyForbidden(pass: Pass, entry: Entry, refusal: Refusal): Promise<boolean | undefined> {
  const { error } = refusal
  const viewer = await pass.deps.whoami()
  if (viewer === undefined && error.code === undefined) return pauseAll(pass, entry, 'forbidden', refusal)
  if (viewer === undefined) return postponeUnreached(pass, entry)
  if (viewer === null) return pauseAll(pass, entry, 'signed-out', refusal)
  if (viewer !== undefined && !pass.deps.isMember(viewer)) return pauseAll(pass, entry, 'wrong-member', refusal)
  return undefined
}

async function pauseAll(pass: Pass, entry: Entry, why: Paused, { resumed }: Refusal) {
  await pause(pass.deps.outbox, entry, why, resumed)
  return endPass(pass)
}

/** Parks an entry. Returns false if another drainer was faster: the lane stops for this pass. */
export async function parkEntry(pass: Pass, entry: Entry, failure: Failure) {
  return (await park(pass.deps.outbox, entry, failure)) !== undefined
}

const toFailure = ({ sentence, status, code }: Refused): Failure => ({
  sentence,
  status,
  ...(code === undefined ? {} : { code }),
})
