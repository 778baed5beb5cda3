import type { Call } from '#src/api/call.ts'
import { Refused, Unreachable } from '#src/api/errors.ts'
import { NotStored } from '../device/not-stored.ts'
import { type AnySender, type Progress, readArgs, type Sent } from '../outbox/action.ts'
import type { Entry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { findOutcome, IN_DOUBT } from './outcomes.ts'

const MAY_BE_SENT =
  'This device is full and the server did not respond. It may have been sent: send it again, it is not sent twice.'
/** For an action that was not sent, because the server does not respond to one before it. */
const NOT_SENT = 'This device is full and the server does not respond. This was not sent. Try again.'

interface UnstoredDeps {
  outbox: Pick<Outbox, 'snapshot'>
  actions: ReadonlyMap<string, AnySender>
  call: Call
  isWorking: () => boolean
  /** Whether the outbox's member is still signed in on this device. */
  isCurrent: () => Promise<boolean>
  /** Called once the server has accepted an action: no stored entry shows it meanwhile. */
  onSent: () => void
  signal: AbortSignal
}

/** An action without a response, as it was sent. */
interface Doubt {
  entry: Entry
  /** The id that its first call has created. */
  progress: Progress
}

/**
 * Returns a function that sends an action that a full device could not store. It resolves once the
 * server has accepted it, and throws `NotStored` with the sentence for the user otherwise. Actions
 * in one lane are sent one after the other. One without a response stays in doubt, in the memory of
 * this context: the same action again has its `client_id`, and another one of its lane follows only
 * once the server has responded to it.
 */
export function createUnstoredSender(deps: UnstoredDeps) {
  const lanes = new Map<string, Promise<unknown>>()
  const doubts = new Map<string, Doubt>()

  const attempt = async (doubt: Doubt): Promise<Sent> => {
    const { entry, progress } = doubt
    doubts.set(entry.lane, doubt)
    const sent = await sendOnce(deps, doubt).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) doubts.delete(entry.lane)
      throw error
    })
    doubts.delete(entry.lane)
    deps.onSent()
    return { ...sent, id: sent.id ?? progress.madeId }
  }

  const send = async (entry: Entry, cause: unknown): Promise<Entry> => {
    if (!(await maySend(deps, entry))) throw new NotStored(cause)
    const earlier = doubts.get(entry.lane)
    const isSame = earlier !== undefined && describe(earlier.entry) === describe(entry)
    if (earlier !== undefined && !isSame) await resolveDoubt(earlier, cause)
    try {
      const doubt = isSame ? earlier : { entry, progress: {} }
      const { id } = await attempt(doubt)
      const { client_id } = doubt.entry
      return { ...entry, client_id, status: 'acked', attempts: 1, ...(id === undefined ? {} : { madeId: id }) }
    } catch (error) {
      throw new NotStored(cause, describeFailure(deps, entry, error))
    }
  }

  /** Repeats an earlier action until the server has responded: a refusal had no effect. */
  const resolveDoubt = async (doubt: Doubt, cause: unknown) => {
    try {
      await attempt(doubt)
    } catch (error) {
      if (!(error instanceof Refused)) throw new NotStored(cause, NOT_SENT)
    }
  }

  return (entry: Entry, cause: unknown): Promise<Entry> => {
    const sending = (lanes.get(entry.lane) ?? Promise.resolve()).then(() => send(entry, cause))
    lanes.set(
      entry.lane,
      sending.catch(() => {}),
    )
    return sending
  }
}

const describe = ({ action, args }: Entry) => JSON.stringify([action, args])

/** A stored entry in the lane comes first, and can't be sent before this one. */
async function maySend({ outbox, isWorking, isCurrent, signal }: UnstoredDeps, { lane }: Entry): Promise<boolean> {
  const { meta, entries } = outbox.snapshot()
  const isFree = entries.every((entry) => entry.lane !== lane || entry.status === 'acked' || entry.status === 'parked')
  return isFree && meta.paused === undefined && isWorking() && (await isCurrent()) && !signal.aborted
}

async function sendOnce({ actions, call, signal }: UnstoredDeps, { entry, progress }: Doubt): Promise<Sent> {
  const action = actions.get(entry.action)
  const args: unknown = action && readArgs(action, entry)
  if (!action || args === undefined) throw new Error(`${entry.action} can't be sent`)
  const withSignal: Call = (endpoint, query, options) => call(endpoint, query, { signal, ...options })
  try {
    return await action.send(withSignal, args, entry.client_id, progress)
  } catch (error) {
    if (error instanceof Refused && findOutcome(action, { error, args }) === 'done') return {}
    throw error
  }
}

/** Returns the sentence for the user; undefined for an error that is not the server's. */
function describeFailure({ outbox, actions }: UnstoredDeps, { action }: Entry, error: unknown): string | undefined {
  if (error instanceof Refused) return error.sentence
  if (!(error instanceof Unreachable)) return undefined
  const isSafe = outbox.snapshot().meta.dedupes === true || actions.get(action)?.isRepeatable === true
  return isSafe ? MAY_BE_SENT : IN_DOUBT
}
