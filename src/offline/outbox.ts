import type { Action, AnyAction, ArgsOf, Sent } from './action.ts'
import { ENTRY_VERSION, type Entry, type Failure, isAttempted, isOnItsWay } from './entry.ts'
import { type Change, EMPTY_META, type Loaded, type Meta, type OutboxStore, type Paused } from './outbox-store.ts'

/** The act could not be kept on this device. What was typed must stay on the screen. */
export class NotStored extends Error {
  override readonly name = 'NotStored'
  readonly sentence: string
  constructor(cause: unknown) {
    super('not stored', { cause })
    this.sentence = isQuota(cause)
      ? 'This device has no space left to keep this. Free some space and try again.'
      : 'This device could not keep this. Try again.'
  }
}

export interface OutboxDeps {
  store: OutboxStore
  now: () => number
  /** A UUID; made from getRandomValues where crypto.randomUUID is missing (plain http in a LAN). */
  uuid: () => string
  /** Tells the other tabs and the worker that the store changed. */
  announce: () => void
  /** Called once when the device is full, before the one retry: gives up what can be fetched again. */
  freeSpace: () => Promise<void>
}

export interface DispatchOptions {
  /** Keeps the entry back for so long, so that it can be undone. */
  holdMs?: number
}

export type Outbox = ReturnType<typeof createOutbox>

/** One member's outbox as this context sees it: a snapshot that follows the store, and the steps that change it. */
export function createOutbox(deps: OutboxDeps) {
  let snapshot: Loaded = { meta: EMPTY_META, entries: [] }
  const watchers = new Set<() => void>()

  const show = (next: Loaded) => {
    snapshot = next
    for (const watcher of watchers) watcher()
  }

  /** A step in the store, then in the snapshot, then told to the others. Resolves when it is durable. */
  const step = async <T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T> => {
    const change = await deps.store.transact(lane, (now) => {
      const decided = decide(now)
      return { ...decided, result: decided }
    })
    if (change.meta || change.put?.length || change.remove?.length) {
      show(laid(snapshot, change))
      deps.announce()
    }
    return change.result
  }

  const changeEntry = (entry: Entry, how: (found: Entry, meta: Meta) => { entry: Entry; meta?: Meta }) =>
    step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
      const found = entries.find((it) => it.client_id === entry.client_id)
      if (!found) return { result: undefined }
      const next = how(found, meta)
      return { put: [next.entry], ...(next.meta ? { meta: next.meta } : {}), result: next.entry }
    })

  const changeMeta = (how: (meta: Meta) => Meta) =>
    step(undefined, ({ meta }) => ({ meta: how(meta), result: undefined }))

  return {
    snapshot: () => snapshot,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Reads the store anew: at the start, and when another context says that it changed. */
    reload: async () => show(await deps.store.load()),

    /** Keeps an act. Resolves when it is durable; throws `NotStored` otherwise. */
    dispatch: async <A extends Action>(action: A, args: ArgsOf<A>, options: DispatchOptions = {}): Promise<Entry> => {
      const client_id = deps.uuid()
      const lane = action.lane(args, client_id)
      const keep = () => step(lane, (now) => appended(now, action, { client_id, lane, args }, deps.now(), options))
      return keep().catch(async (error: unknown) => {
        if (!isQuota(error)) throw new NotStored(error)
        await deps.freeSpace()
        return keep().catch((again: unknown) => {
          throw new NotStored(again)
        })
      })
    },

    /** Takes back what was never attempted, or gives up what is parked. False: too late, or gone. */
    discard: (entry: Entry): Promise<boolean> =>
      step(entry.lane, ({ entries }) => {
        const found = entries.find((it) => it.client_id === entry.client_id)
        const mayGo = found && (found.status === 'parked' || (found.status === 'queued' && !isAttempted(found)))
        return mayGo ? { remove: [found], result: true } : { result: false }
      }),

    /** Sends a parked entry again: a new act, with a new `client_id`, last in its lane. */
    retry: (entry: Entry) =>
      step(entry.lane, ({ meta, entries }) => {
        const found = entries.find((it) => it.client_id === entry.client_id && it.status === 'parked')
        if (!found) return { result: undefined }
        const seq = meta.seq + 1
        const { failure: _failure, nextAt: _nextAt, ...kept } = found
        const again: Entry = {
          ...kept,
          seq,
          client_id: deps.uuid(),
          status: 'queued',
          attempts: 0,
          createdAt: deps.now(),
        }
        return { meta: { ...meta, seq }, remove: [found], put: [again], result: again }
      }),

    /** Marks an attempt before its request leaves. Undefined: gone, or another drainer has it. */
    begin: (entry: Entry) =>
      step(entry.lane, ({ entries }): Change<Entry | undefined> => {
        const head = entries.find(isOnItsWay)
        if (head?.client_id !== entry.client_id) return { result: undefined }
        const begun: Entry = { ...head, status: 'sending', attempts: head.attempts + 1 }
        return { put: [begun], result: begun }
      }),

    /** The server has it. */
    acknowledge: (entry: Entry, sent: Sent) =>
      changeEntry(entry, (found, meta) => {
        const rev = meta.rev + 1
        const acked: Entry = {
          ...found,
          status: 'acked',
          ackedRev: rev,
          ...(sent.id === undefined ? {} : { madeId: sent.id }),
        }
        const dedupes = meta.dedupes === true || sent.client_id !== undefined
        return { entry: acked, meta: { ...meta, rev, ...(dedupes ? { dedupes } : {}) } }
      }),

    /** No answer: again at `nextAt`. */
    postpone: (entry: Entry, nextAt: number) =>
      changeEntry(entry, (found) => ({ entry: { ...found, status: 'waiting', nextAt } })),

    /** Refused or in doubt: needs a person. Its lane goes on. */
    park: (entry: Entry, failure: Failure) =>
      changeEntry(entry, (found) => ({ entry: { ...found, status: 'parked', failure } })),

    /** Its subject is gone: over and done with, but told. It goes with the next fresh answers, as an acknowledged one. */
    drop: (entry: Entry, failure: Failure) =>
      changeEntry(entry, (found, meta) => {
        const rev = meta.rev + 1
        return { entry: { ...found, status: 'acked', ackedRev: rev, failure }, meta: { ...meta, rev } }
      }),

    /** Nothing is sent until `resume`. The entry keeps its place. */
    pause: async (entry: Entry, paused: Paused) => {
      await changeEntry(entry, (found, meta) => ({ entry: { ...found, status: 'waiting' }, meta: { ...meta, paused } }))
    },
    resume: () =>
      changeMeta((meta) => {
        const { paused: _paused, ...rest } = meta
        return rest
      }),
    /** The server asked for quiet until then. */
    keepQuiet: (quietUntil: number) => changeMeta((meta) => ({ ...meta, quietUntil })),
    /** This host keeps repeats apart: what is in doubt may be sent again. */
    trustHost: async () => {
      if (snapshot.meta.dedupes !== true) await changeMeta((meta) => ({ ...meta, dedupes: true }))
    },

    /** Forgets acknowledged entries that every stored answer contains: those asked at `oldestAskedAtRev` or later. */
    prune: async (oldestAskedAtRev: number) => {
      const done = snapshot.entries.filter((it) => it.status === 'acked' && (it.ackedRev ?? 0) <= oldestAskedAtRev)
      if (done.length > 0) await step(undefined, () => ({ remove: done, result: undefined }))
    },
  }
}

function appended(
  { meta, entries }: Loaded,
  action: AnyAction,
  act: Pick<Entry, 'client_id' | 'lane' | 'args'>,
  now: number,
  options: DispatchOptions,
): Change<Entry> {
  const seq = meta.seq + 1
  const entry: Entry = {
    v: ENTRY_VERSION,
    seq,
    ...act,
    action: action.name,
    status: 'queued',
    attempts: 0,
    createdAt: now,
    ...(options.holdMs === undefined ? {} : { nextAt: now + options.holdMs }),
  }
  const last = entries.filter(isOnItsWay).at(-1)
  // Only what was never attempted: an attempted entry may already have taken effect.
  const isReplaced = last && last.status === 'queued' && !isAttempted(last) && action.replaces?.(last, act.args)
  return { meta: { ...meta, seq }, put: [entry], remove: isReplaced ? [last] : [], result: entry }
}

function laid(snapshot: Loaded, change: Change<unknown>): Loaded {
  const gone = new Set([...(change.remove ?? []), ...(change.put ?? [])].map((it) => it.client_id))
  const entries = snapshot.entries.filter((it) => !gone.has(it.client_id)).concat(change.put ?? [])
  return { meta: change.meta ?? snapshot.meta, entries: entries.sort((a, b) => a.seq - b.seq) }
}

const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
