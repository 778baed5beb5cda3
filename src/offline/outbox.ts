import type { AnyAction, ArgsOf, Sent } from './action.ts'
import { answered, isAhead, isQuiet, missed } from './breaker.ts'
import { ENTRY_VERSION, type Entry, type Failure, isAttempted, isForeign, isOnItsWay } from './entry.ts'
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
  let queuedReload: Promise<void> | undefined
  let reloading: Promise<void> = Promise.resolve()
  const watchers = new Set<() => void>()

  const show = (next: Loaded) => {
    snapshot = next
    for (const watcher of watchers) watcher()
  }

  /** Reads the store anew. Calls that come while a reading waits for an earlier one share it. */
  const reload = () => {
    queuedReload ??= reloading.then(async () => {
      queuedReload = undefined
      const loading = deps.store.load().then(show)
      reloading = loading.catch(() => {})
      return loading
    })
    return queuedReload
  }

  /** Where the device is full, what can be fetched again is given up and the step tried once more. */
  const transact = async <T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T> => {
    try {
      return await deps.store.transact(lane, decide)
    } catch (error) {
      if (!isQuota(error)) throw error
      await deps.freeSpace().catch(() => {
        throw error // that the device is full says more
      })
      return deps.store.transact(lane, decide)
    }
  }

  /** A step in the store, then in the snapshot, then told to the others. Resolves when it is durable. */
  const step = async <T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T> => {
    let runs = 0
    const change = await transact(lane, (now) => {
      runs++
      const decided = decide(now)
      return { ...decided, result: decided }
    })
    if (change.meta || change.put?.length || change.remove?.length) {
      show(laid(snapshot, change))
      deps.announce()
    }
    // The connection died under the first run, which may have been written: only the store knows what came of both.
    // Where it can't be read now, what the last run decided is shown, and the next pass reads it.
    if (runs > 1) await reload().then(deps.announce, () => {})
    return change.result
  }

  /** A step on one entry, or none when it is gone or `may` says no. `entry` is what the caller saw. */
  const changeEntry = async (
    entry: Entry,
    may: (found: Entry, seen: Entry) => boolean,
    how: (found: Entry, meta: Meta) => { entry: Entry; meta?: Meta },
  ) => {
    const changed = await step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
      const found = findEntry(entries, entry)
      if (!found || !may(found, entry)) return { result: undefined }
      const next = how(found, meta)
      return { put: [next.entry], ...(next.meta ? { meta: next.meta } : {}), result: next.entry }
    })
    // What the caller saw is no more: another drainer was faster, and its word may still be on the way.
    if (changed === undefined) await reload().catch(() => {})
    return changed
  }

  const changeMeta = (how: (meta: Meta) => Meta) =>
    step(undefined, ({ meta }) => ({ meta: how(meta), result: undefined }))

  return {
    snapshot: () => snapshot,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Reads the store anew: at the start, and when another context says that it changed. */
    reload,

    /** Keeps an act. Resolves when it is durable; throws `NotStored` otherwise. */
    dispatch: async <A extends AnyAction>(
      action: A,
      args: ArgsOf<A>,
      options: DispatchOptions = {},
    ): Promise<Entry> => {
      const client_id = deps.uuid()
      const lane = action.lane(args, client_id)
      const keep = (now: Loaded) => appended(now, action, { client_id, lane, args }, deps.now(), options)
      return step(lane, keep).catch((error: unknown) => {
        throw new NotStored(error)
      })
    },

    /** Takes back what was never attempted, or gives up what is parked. False: too late, or gone. */
    discard: (entry: Entry): Promise<boolean> =>
      step(entry.lane, ({ entries }) => {
        const found = findEntry(entries, entry)
        const mayGo = found && !isForeign(found) && (found.status === 'parked' || isRetractable(found))
        return mayGo ? { remove: [found], result: true } : { result: false }
      }),

    /**
     * Sends a parked entry again, last in its lane: a new act with a new `client_id`, for the server keeps a refusal as
     * the answer to the old one. What must not be done twice and may have been done keeps its id: then the server can
     * tell. Undefined: it is no longer parked.
     */
    retry: (entry: Entry) => {
      const newId = deps.uuid()
      return step(entry.lane, (now) => retried(now, entry, newId, deps.now()))
    },

    /**
     * Marks an attempt before its request leaves. Undefined: the entry is not as the caller saw it, for another drainer
     * has it, or the outbox was paused or asked for quiet in the meantime.
     */
    begin: (entry: Entry) =>
      step(entry.lane, ({ meta, entries }): Change<Entry | undefined> => {
        const head = entries.find(isOnItsWay)
        const isHalted = meta.paused !== undefined || isQuiet(meta, deps.now())
        if (!head || !isSame(head, entry) || isForeign(head) || isHalted) return { result: undefined }
        const { nextAt: _nextAt, ...kept } = head
        const begun: Entry = { ...kept, status: 'sending', attempts: head.attempts + 1 }
        return { put: [begun], result: begun }
      }),

    /** The server has it: also what another drainer has parked meanwhile. */
    acknowledge: (entry: Entry, sent: Sent) =>
      changeEntry(entry, isNotAcked, (found, meta) => {
        const rev = meta.rev + 1
        const { failure: _failure, nextAt: _nextAt, ...kept } = found
        const made = sent.id === undefined ? {} : { madeId: sent.id }
        const dedupes = meta.dedupes === true || sent.client_id === entry.client_id
        const meta_ = { ...answered(meta), rev, ...(dedupes ? { dedupes } : {}) }
        return { entry: { ...kept, status: 'acked', ackedRev: rev, ...made }, meta: meta_ }
      }),

    /** Not now: again at `nextAt`. With a `miss` there was no answer at all; its `chance` in [0, 1) sets the breaker's rest. */
    postpone: (entry: Entry, nextAt: number, miss?: { chance: number }) =>
      changeEntry(entry, isSame, (found, meta) => ({
        entry: { ...found, status: 'waiting', nextAt },
        ...(miss ? { meta: missed(meta, deps.now(), miss.chance) } : {}),
      })),

    /** Refused or in doubt: needs a person. Its lane goes on. */
    park: (entry: Entry, failure: Failure, miss?: { chance: number }) =>
      changeEntry(entry, isSame, (found, meta) => ({
        entry: { ...found, status: 'parked', failure },
        ...(miss ? { meta: missed(meta, deps.now(), miss.chance) } : {}),
        ...(failure.status === undefined ? {} : { meta: answered(meta) }),
      })),

    /** Its subject is gone: over and done with, but told. It goes with the next fresh answers, as an acknowledged one. */
    drop: (entry: Entry, failure: Failure) =>
      changeEntry(entry, isSame, (found, meta) => {
        const rev = meta.rev + 1
        return { entry: { ...found, status: 'acked', ackedRev: rev, failure }, meta: { ...answered(meta), rev } }
      }),

    /**
     * Nothing is sent until `resume`. The entry keeps its place, the attempt is not counted. `resumed` is what
     * `meta.resumed` said when the request left: when it has grown since, only the entry waits.
     */
    pause: (entry: Entry, paused: Paused, resumed?: number): Promise<void> =>
      step(entry.lane, ({ meta, entries }) => {
        const found = findEntry(entries, entry)
        const isStale = resumed !== undefined && resumed !== (meta.resumed ?? 0)
        const waits = found && isSame(found, entry)
        return {
          meta: isStale ? answered(meta) : { ...answered(meta), paused },
          put: waits ? [{ ...found, status: 'waiting', attempts: Math.max(0, found.attempts - 1) }] : [],
          result: undefined,
        }
      }),
    resume: () =>
      changeMeta((meta) => {
        const { paused: _paused, ...rest } = meta
        return { ...rest, resumed: (meta.resumed ?? 0) + 1 }
      }),
    /** The server asked for quiet until then. A longer quiet asked for before stands. */
    keepQuiet: (quietUntil: number) =>
      changeMeta((meta) => {
        const asked = isAhead(meta.quietUntil, deps.now()) ? Math.max(meta.quietUntil, quietUntil) : quietUntil
        return { ...meta, quietUntil: asked }
      }),
    /** This host keeps repeats apart: what is in doubt may be sent again. */
    trustHost: async () => {
      if (snapshot.meta.dedupes !== true) await changeMeta((meta) => ({ ...meta, dedupes: true }))
    },

    /** Forgets acknowledged entries that every stored answer contains: those asked at `oldestAskedAtRev` or later. */
    prune: async (oldestAskedAtRev: (entry: Entry) => number) => {
      const isContained = (it: Entry) => it.status === 'acked' && (it.ackedRev ?? 0) <= oldestAskedAtRev(it)
      const done = snapshot.entries.filter(isContained)
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
  // The connection died after the first run was written: it is kept already.
  const kept = findEntry(entries, act)
  if (kept) return { meta, put: [kept], result: kept }
  const seq = nextSeq(meta, entries)
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
  const isReplaced = last && !isForeign(last) && isRetractable(last) && action.replaces?.(last, act.args)
  return { meta: { ...meta, seq }, put: [entry], remove: isReplaced ? [last] : [], result: entry }
}

function retried({ meta, entries }: Loaded, parked: Entry, newId: string, now: number): Change<Entry | undefined> {
  // The connection died after the first run was written: it waits again already.
  const done = entries.find(
    (it) => it.seq > parked.seq && (it.client_id === newId || it.client_id === parked.client_id),
  )
  if (done) return { meta, remove: [parked], put: [done], result: done }
  const found = findEntry(entries, parked)
  if (found?.status !== 'parked' || isForeign(found)) return { result: undefined }
  const { failure, nextAt: _nextAt, ...kept } = found
  // With its old id it stays attempted: it may neither be taken back nor replaced.
  const id = failure?.mayHaveTakenEffect === true ? { attempts: 1 } : { client_id: newId, attempts: 0 }
  const seq = nextSeq(meta, entries)
  const again: Entry = { ...kept, ...id, seq, status: 'queued', createdAt: now }
  return { meta: { ...meta, seq }, remove: [found], put: [again], result: again }
}

/** Above all there is in the lane, even where the meta record was lost: entries never overwrite each other. */
const nextSeq = (meta: Meta, entries: readonly Entry[]) => Math.max(meta.seq, ...entries.map((it) => it.seq)) + 1

const findEntry = (entries: readonly Entry[], { client_id }: Pick<Entry, 'client_id'>) =>
  entries.find((it) => it.client_id === client_id)

/** Never attempted, so that taking it back leaves nothing behind. */
const isRetractable = (entry: Entry) => entry.status === 'queued' && !isAttempted(entry)
/** Nobody has touched it since it was seen: without locks another drainer's word may be newer. */
const isSame = (found: Entry, seen: Entry) =>
  found.client_id === seen.client_id && found.status === seen.status && found.attempts === seen.attempts
const isNotAcked = (entry: Entry) => entry.status !== 'acked'

function laid(snapshot: Loaded, change: Change<unknown>): Loaded {
  const gone = new Set([...(change.remove ?? []), ...(change.put ?? [])].map((it) => it.client_id))
  const entries = snapshot.entries.filter((it) => !gone.has(it.client_id)).concat(change.put ?? [])
  return { meta: change.meta ?? snapshot.meta, entries: entries.sort((a, b) => a.seq - b.seq) }
}

const isQuota = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
