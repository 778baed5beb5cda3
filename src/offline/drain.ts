import * as v from 'valibot'
import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import type { AnyAction, Outcome, Sent } from './action.ts'
import { backoffMs } from './backoff.ts'
import { BREAKER, isAhead, isQuiet, restsUntil } from './breaker.ts'
import { type Entry, type Failure, isForeign, isOnItsWay } from './entry.ts'
import type { Outbox } from './outbox.ts'
import type { Paused } from './outbox-store.ts'

/** Requests under way at once; one a lane. */
export const LANES_AT_ONCE = 4

export interface DrainDeps {
  outbox: Outbox
  actions: ReadonlyMap<string, AnyAction>
  call: Call
  now: () => number
  /** A number in [0, 1). */
  chance: () => number
  /** Whether the outbox's member is still the one signed in on this device; asked before every request. */
  isCurrent: () => Promise<boolean>
  /** Who the server takes us for, asked after a 403 without a code: the member, or null, or undefined without an answer. */
  whoami: () => Promise<string | null | undefined>
  isMember: (name: string) => boolean
  /**
   * A harmless read: whether our host can be reached, a refusal counting as yes. Asked before what must not be sent twice
   * leaves for a host that has never shown that it keeps repeats apart: in a tunnel it then waits instead of being parked
   * as in doubt.
   */
  reach?: () => Promise<boolean>
  /** Told of errors in an action's own code; its entry is parked. */
  onError?: (error: unknown) => void
  /** Ends the pass and aborts its requests. */
  signal: AbortSignal
}

export interface DrainOptions {
  /** A connection has just come back: waits that were only guesses are cut short. */
  ignoreBackoff?: boolean
}

export interface DrainResult {
  acked: number
  /** When the next pass is worth while, in ms since 1970; undefined when nothing waits for a time. */
  nextAt: number | undefined
}

/**
 * One pass over the outbox: every lane's entries in order, lanes beside each other, until all are sent, wait or need a
 * person. The caller holds the drain lock. Ends early when the breaker opens, the outbox is paused, the server asks for
 * quiet, the member is no longer current, or the signal aborts. Settles when its last request has; rejects when the store
 * fails.
 */
export async function drain(deps: DrainDeps, options: DrainOptions = {}): Promise<DrainResult> {
  await deps.outbox.reload()
  const pass: Pass = { deps, options, failures: 0, acked: 0, isOver: false, isCut: false, tried: new Set() }
  const lanes = Array.from({ length: LANES_AT_ONCE }, () =>
    runLanes(pass).catch((error: unknown) => {
      pass.isOver = true
      throw error
    }),
  )
  // All are waited for, or the lock would be given back while requests are under way.
  const failed = (await Promise.allSettled(lanes)).find((lane) => lane.status === 'rejected')
  if (failed) throw failed.reason
  return { acked: pass.acked, nextAt: nextAt(pass) }
}

interface Pass {
  deps: DrainDeps
  options: DrainOptions
  failures: number
  acked: number
  isOver: boolean
  /** Ended for good: another member's turn, or aborted. */
  isCut: boolean
  /** Lanes taken in this pass that came to rest. */
  tried: Set<string>
  reached?: Promise<boolean>
}

/** Takes lane after lane and runs each until it comes to rest; a lane is not taken twice in a pass. */
async function runLanes(pass: Pass) {
  for (let head = takeLane(pass); head; head = takeLane(pass)) {
    const { lane } = head
    for (let entry: Entry | undefined = head; entry; entry = dueHead(pass, lane)) {
      if (!(await sendOne(pass, entry))) break
    }
  }
}

/**
 * The due head of a lane that nobody has taken in this pass. Fewest attempts first, so that what fails again and again
 * never stands in the way of what is new; then first come, first sent.
 */
function takeLane(pass: Pass): Entry | undefined {
  if (isHalted(pass)) return undefined
  const free = heads(pass.deps.outbox).filter((entry) => !pass.tried.has(entry.lane) && isDue(pass, entry))
  const entry = free.sort((a, b) => a.attempts - b.attempts || a.seq - b.seq)[0]
  if (entry) pass.tried.add(entry.lane)
  return entry
}

const dueHead = (pass: Pass, lane: string) =>
  isHalted(pass) ? undefined : heads(pass.deps.outbox).find((entry) => entry.lane === lane && isDue(pass, entry))

const isHalted = ({ isOver, deps }: Pass) => {
  const { meta } = deps.outbox.snapshot()
  return isOver || deps.signal.aborted || meta.paused !== undefined || isQuiet(meta, deps.now())
}

/** Each lane's first entry that is neither sent nor parked, in the order of the acts. */
function heads(outbox: Outbox): Entry[] {
  const seen = new Set<string>()
  return outbox.snapshot().entries.filter((entry) => {
    if (!isOnItsWay(entry) || seen.has(entry.lane)) return false
    seen.add(entry.lane)
    return true
  })
}

function isDue({ deps, options }: Pass, entry: Entry): boolean {
  if (!isOurs(deps, entry)) return false
  const now = deps.now()
  if (options.ignoreBackoff === true && entry.status !== 'queued') return true
  if (isAhead(entry.nextAt, now)) return false
  return options.ignoreBackoff === true || restsUntil(deps.outbox.snapshot().meta, entry.seq, now) === undefined
}

/** An entry of a newer build is its own to send; the lane waits for it, or order would be lost. */
const isOurs = ({ actions }: DrainDeps, entry: Entry) => !isForeign(entry) && actions.has(entry.action)

function nextAt({ deps, isCut }: Pass): number | undefined {
  const { meta } = deps.outbox.snapshot()
  if (meta.paused !== undefined || isCut || deps.signal.aborted) return undefined
  const now = deps.now()
  const starts = heads(deps.outbox)
    .filter((entry) => isOurs(deps, entry))
    .map((entry) => Math.max(isAhead(entry.nextAt, now) ? entry.nextAt : now, restsUntil(meta, entry.seq, now) ?? now))
  if (starts.length === 0) return undefined
  return Math.max(Math.min(...starts), isAhead(meta.quietUntil, now) ? meta.quietUntil : now)
}

/** True when the lane may go on. */
async function sendOne(pass: Pass, entry: Entry): Promise<boolean> {
  const { deps } = pass
  const action = deps.actions.get(entry.action)
  if (!action) return false
  if (!(await deps.isCurrent())) return cut(pass)
  const args = v.safeParse(action.args, entry.args)
  if (!args.success) return parked(pass, entry, { sentence: UNREADABLE })
  if (entry.status === 'sending' && isInDoubt(pass, action))
    return parked(pass, entry, { sentence: IN_DOUBT, ...doubtOf(action) })
  if (isInDoubt(pass, action) && !(await isReached(pass))) return unreached(pass, entry)
  const { resumed = 0 } = deps.outbox.snapshot().meta
  const begun = await deps.outbox.begin(entry)
  if (!begun) return overtaken(pass, entry)
  const calls = { answered: 0 }
  const sent = await attempt(deps, action, args.output, begun.client_id, calls)
  // Of an action of two calls the first has taken effect: to send both again would repeat it.
  const isHalfDone = calls.answered > 0
  if (sent instanceof Unreachable) return unreachable(pass, begun, action, { error: sent, isHalfDone })
  if (sent instanceof Refused) return refused(pass, begun, action, { error: sent, resumed, isHalfDone })
  if (sent === undefined) return parked(pass, begun, { sentence: OUR_FAULT, ...doubtOf(action) })
  pass.failures = 0
  await deps.outbox.acknowledge(begun, sent)
  pass.acked++
  return true
}

/** What came of it; undefined after an error in the action's own code, which must not stop the other lanes. */
async function attempt(
  { call, signal, onError }: DrainDeps,
  action: AnyAction,
  args: unknown,
  client_id: string,
  calls: { answered: number },
): Promise<Sent | Unreachable | Refused | undefined> {
  try {
    const counted: Call = async (endpoint, query, options) => {
      const answer = await call(endpoint, query, { signal, ...options })
      calls.answered++
      return answer
    }
    return await action.send(counted, args, client_id)
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refused) return error
    onError?.(error)
    return undefined
  }
}

/** The store knows better than the snapshot. True when that leaves something else to send. */
async function overtaken({ deps }: Pass, entry: Entry): Promise<boolean> {
  await deps.outbox.reload()
  return heads(deps.outbox).find((it) => it.lane === entry.lane)?.client_id !== entry.client_id
}

const isReached = (pass: Pass): Promise<boolean> => {
  pass.reached ??= pass.deps.reach?.() ?? Promise.resolve(true)
  return pass.reached
}

/** It has not left, or who refused it is not known; its lane waits as after a failure. */
async function unreached(pass: Pass, entry: Entry): Promise<boolean> {
  const { deps } = pass
  await deps.outbox.postpone(entry, deps.now() + backoffMs(entry.attempts + 1, deps.chance()), {
    chance: deps.chance(),
  })
  return missedOne(pass)
}

const UNREADABLE = 'What was kept of this action can no longer be read.'
const OUR_FAULT = 'Flipside could not send this because of an error of its own.'
export const IN_DOUBT =
  'It may have been sent: the connection broke before an answer came. Look before you send it again.'

/** Only our server's own refusals (they have codes) say for certain that it was not done. */
const doubtOf = ({ isRepeatable }: AnyAction) => (isRepeatable ? {} : { mayHaveTakenEffect: true })

const isInDoubt = (pass: Pass, action: AnyAction) =>
  !action.isRepeatable && pass.deps.outbox.snapshot().meta.dedupes !== true

interface NoAnswer {
  error: Unreachable
  isHalfDone: boolean
}

async function unreachable(pass: Pass, entry: Entry, action: AnyAction, how: NoAnswer): Promise<boolean> {
  const { deps } = pass
  const { error, isHalfDone } = how
  const isNotNow = error.status === 425 || error.status === 429 // refused before anything was done
  const miss = isNotNow || error.status === 503 || error.reason === 'aborted' ? undefined : { chance: deps.chance() }
  const wait = Math.max(backoffMs(entry.attempts, deps.chance()), error.retryAfterMs ?? 0)
  if ((isHalfDone || !isNotNow) && isInDoubt(pass, action)) {
    await deps.outbox.park(entry, { sentence: IN_DOUBT, ...doubtOf(action) }, miss)
  } else {
    await deps.outbox.postpone(entry, deps.now() + wait, miss)
  }
  if (error.reason === 'aborted') return cut(pass)
  if (error.status !== 429 && error.status !== 503) return missedOne(pass)
  await deps.outbox.keepQuiet(deps.now() + wait)
  return over(pass)
}

function missedOne(pass: Pass): false {
  pass.failures++
  return pass.failures >= BREAKER ? over(pass) : false
}

interface Refusal {
  error: Refused
  /** `meta.resumed` when the request left. */
  resumed: number
  isHalfDone: boolean
}

async function refused(pass: Pass, entry: Entry, action: AnyAction, refusal: Refusal): Promise<boolean> {
  const { error } = refusal
  pass.failures = 0
  if (refusal.isHalfDone && isInDoubt(pass, action))
    return parked(pass, entry, { sentence: IN_DOUBT, ...doubtOf(action) })
  if (error.status === 401) return paused(pass, entry, 'signed-out', refusal)
  if (error.code === 'wrong_member') return paused(pass, entry, 'wrong-member', refusal)
  const outcome = outcomeOf(action, error)
  if (outcome === 'done') {
    await pass.deps.outbox.acknowledge(entry, {})
    return true
  }
  if (outcome === 'drop') {
    await pass.deps.outbox.drop(entry, failureOf(error))
    return true
  }
  const failure = { ...failureOf(error), ...(error.code === undefined ? doubtOf(action) : {}) }
  return error.status === 403 ? forbidden(pass, entry, refusal) : parked(pass, entry, failure)
}

/** By code, else by status; a page that something on the way answered with says nothing about the entry. */
const outcomeOf = ({ outcomes }: AnyAction, error: Refused): Outcome | undefined =>
  outcomes?.[error.code ?? ''] ?? (error.isHtml ? undefined : outcomes?.[String(error.status)])

/**
 * A 403 is parked when the session is ours. When it is another's, or nobody's, everything pauses; a delete, say, names no
 * member, so that another's session is `not_yours`. When nobody says whose the session is, a refusal without a code
 * pauses, for it may mean all that we send; one with a code is asked about again later.
 */
async function forbidden(pass: Pass, entry: Entry, refusal: Refusal): Promise<boolean> {
  const { error } = refusal
  const viewer = await pass.deps.whoami()
  if (viewer === undefined && error.code === undefined) return paused(pass, entry, 'forbidden', refusal)
  if (viewer === undefined) return unreached(pass, entry)
  if (viewer === null) return paused(pass, entry, 'signed-out', refusal)
  if (viewer !== undefined && !pass.deps.isMember(viewer)) return paused(pass, entry, 'wrong-member', refusal)
  return parked(pass, entry, failureOf(error))
}

async function paused(pass: Pass, entry: Entry, why: Paused, { resumed }: Refusal) {
  await pass.deps.outbox.pause(entry, why, resumed)
  return over(pass)
}

/** False when another drainer was faster: the lane rests for this pass, or it would be looked at for ever. */
async function parked(pass: Pass, entry: Entry, failure: Failure) {
  return (await pass.deps.outbox.park(entry, failure)) !== undefined
}

const failureOf = ({ sentence, status, code }: Refused): Failure => ({
  sentence,
  status,
  ...(code === undefined ? {} : { code }),
})

function over(pass: Pass): false {
  pass.isOver = true
  return false
}

function cut(pass: Pass): false {
  pass.isCut = true
  return over(pass)
}
