import * as v from 'valibot'
import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import type { AnyAction, Outcome } from './action.ts'
import { backoffMs } from './backoff.ts'
import { ENTRY_VERSION, type Entry, type Failure, isOnItsWay } from './entry.ts'
import type { Outbox } from './outbox.ts'

/** Requests under way at once; one a lane. */
export const LANES_AT_ONCE = 4
/** So many requests without an answer in a row end a pass: more would only load a network that is not there. */
const BREAKER = 4
/** A moment further ahead than this was written under another clock and does not count. */
const HORIZON_MS = 3_600_000

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
 * quiet, the member is no longer current, or the signal aborts.
 */
export async function drain(deps: DrainDeps, options: DrainOptions = {}): Promise<DrainResult> {
  await deps.outbox.reload()
  const pass = { deps, options, failures: 0, acked: 0, isOver: false, tried: new Set<string>() }
  if (!isQuiet(pass) && deps.outbox.snapshot().meta.paused === undefined) {
    await Promise.all(Array.from({ length: LANES_AT_ONCE }, () => runLanes(pass)))
  }
  return { acked: pass.acked, nextAt: nextAt(deps) }
}

interface Pass {
  deps: DrainDeps
  options: DrainOptions
  failures: number
  acked: number
  isOver: boolean
  /** Lanes taken in this pass that came to rest. */
  tried: Set<string>
}

/** Takes lane after lane and runs each until it comes to rest; a lane is not taken twice in a pass. */
async function runLanes(pass: Pass) {
  for (let head = takeLane(pass); head; head = takeLane(pass)) {
    const { lane } = head
    for (let entry: Entry | undefined = head; entry && !pass.isOver; entry = dueHead(pass, lane)) {
      if (!(await sendOne(pass, entry))) break
    }
  }
}

/** The due head, first come first, of a lane that nobody has taken in this pass. */
function takeLane(pass: Pass): Entry | undefined {
  if (pass.isOver) return undefined
  for (const entry of heads(pass.deps.outbox)) {
    if (pass.tried.has(entry.lane) || !isDue(pass, entry)) continue
    pass.tried.add(entry.lane)
    return entry
  }
  return undefined
}

const dueHead = (pass: Pass, lane: string) =>
  heads(pass.deps.outbox).find((entry) => entry.lane === lane && isDue(pass, entry))

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
  // An entry of a newer build is its own to send; the lane waits for it, or order would be lost.
  if (entry.v > ENTRY_VERSION || !deps.actions.has(entry.action)) return false
  if (entry.nextAt === undefined || !isAhead(entry.nextAt, deps.now())) return true
  return entry.status !== 'queued' && options.ignoreBackoff === true
}

const isAhead = (at: number, now: number) => at > now && at - now <= HORIZON_MS

const isQuiet = ({ deps }: Pass) => isAhead(deps.outbox.snapshot().meta.quietUntil ?? 0, deps.now())

function nextAt({ outbox, now, actions }: DrainDeps): number | undefined {
  const { meta } = outbox.snapshot()
  if (meta.paused !== undefined) return undefined
  const waiting = heads(outbox).filter((entry) => entry.v <= ENTRY_VERSION && actions.has(entry.action))
  if (waiting.length === 0) return undefined
  const soonest = Math.min(...waiting.map((entry) => entry.nextAt ?? now()))
  return Math.max(soonest, meta.quietUntil ?? 0)
}

/** True when the lane may go on. */
async function sendOne(pass: Pass, entry: Entry): Promise<boolean> {
  const { deps } = pass
  const action = deps.actions.get(entry.action)
  if (!action) return false
  const args = v.safeParse(action.args, entry.args)
  if (!args.success) return parked(pass, entry, 'What was kept of this action can no longer be read.')
  if (entry.status === 'sending' && isInDoubt(pass, action)) return parked(pass, entry, IN_DOUBT)
  if (deps.signal.aborted || !(await deps.isCurrent())) return over(pass)
  const begun = await deps.outbox.begin(entry)
  if (!begun) return false
  try {
    const sent = await action.send(deps.call, args.output, begun.client_id)
    pass.failures = 0
    await deps.outbox.acknowledge(begun, sent)
    pass.acked++
    return true
  } catch (error) {
    if (error instanceof Unreachable) return unreachable(pass, begun, action, error)
    if (error instanceof Refused) return refused(pass, begun, action, error)
    throw error
  }
}

export const IN_DOUBT =
  'It may have been sent: the connection broke before an answer came. Look before you send it again.'

const isInDoubt = (pass: Pass, action: AnyAction) =>
  !action.isRepeatable && pass.deps.outbox.snapshot().meta.dedupes !== true

async function unreachable(pass: Pass, entry: Entry, action: AnyAction, error: Unreachable): Promise<boolean> {
  const { deps } = pass
  const wasExecuted = error.status === 408 || error.status === 425 || error.status === 429 ? 'no' : 'perhaps'
  if (wasExecuted === 'perhaps' && isInDoubt(pass, action)) return parked(pass, entry, IN_DOUBT)
  const wait = Math.max(backoffMs(entry.attempts, deps.chance()), error.retryAfterMs ?? 0)
  await deps.outbox.postpone(entry, deps.now() + wait)
  if (error.retryAfterMs !== undefined && (error.status === 429 || error.status === 503)) {
    await deps.outbox.keepQuiet(deps.now() + wait)
    return over(pass)
  }
  pass.failures++
  if (pass.failures >= BREAKER || deps.signal.aborted) pass.isOver = true
  return false
}

async function refused(pass: Pass, entry: Entry, action: AnyAction, error: Refused): Promise<boolean> {
  pass.failures = 0
  if (error.status === 401) return paused(pass, entry, 'signed-out')
  if (error.code === 'wrong_member') return paused(pass, entry, 'wrong-member')
  const outcome: Outcome | undefined = action.outcomes?.[error.code ?? ''] ?? action.outcomes?.[String(error.status)]
  if (outcome === 'done') {
    await pass.deps.outbox.acknowledge(entry, {})
    return true
  }
  if (outcome === 'drop') {
    await pass.deps.outbox.drop(entry, failureOf(error))
    return true
  }
  if (error.status === 403 && error.code === undefined) return forbidden(pass, entry, error)
  return parked(pass, entry, error.sentence, error)
}

/** A 403 without a code: parked when the session is ours, else everything pauses and the page asks. */
async function forbidden(pass: Pass, entry: Entry, error: Refused): Promise<boolean> {
  const viewer = await pass.deps.whoami()
  if (viewer === undefined) return paused(pass, entry, 'forbidden')
  if (viewer === null) return paused(pass, entry, 'signed-out')
  return pass.deps.isMember(viewer) ? parked(pass, entry, error.sentence, error) : paused(pass, entry, 'wrong-member')
}

async function paused(pass: Pass, entry: Entry, why: 'signed-out' | 'wrong-member' | 'forbidden') {
  await pass.deps.outbox.pause(entry, why)
  return over(pass)
}

async function parked(pass: Pass, entry: Entry, sentence: string, refusal?: Refused) {
  await pass.deps.outbox.park(entry, refusal ? failureOf(refusal) : { sentence })
  return true
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
