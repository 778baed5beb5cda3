import { isQuota, NotStored } from '../device/not-stored.ts'
import type { Action, ArgsOf } from './action.ts'
import { appendEntry, type DispatchOptions, discardEntry, retryEntry } from './action-steps.ts'
import type { Entry } from './entry.ts'
import { groupSteps } from './group-commit.ts'
import { EMPTY_META, type Loaded, type Meta } from './meta.ts'
import type { OutboxStore } from './outbox-store.ts'
import { decideOver, isBehind } from './restore.ts'
import { applyChange, type Change, changesNothing } from './steps.ts'

interface OutboxDeps {
  store: OutboxStore
  now: () => number
  /** Returns a UUID, also where crypto.randomUUID is missing (plain http in a LAN). */
  uuid: () => string
  /** Notifies the other tabs and the worker that the store changed. */
  announce: () => void
  /** Called once when the device is full, before the one retry: evicts what can be fetched. */
  freeSpace: () => Promise<void>
  /** Sends what a full device can't store. Resolves to its acknowledged entry; throws `NotStored`. */
  sendUnstored?: (entry: Entry, cause: unknown) => Promise<Entry>
}

export type Outbox = ReturnType<typeof createOutbox>

/** Creates one member's outbox: a snapshot that follows the store, and its changes. */
export function createOutbox(deps: OutboxDeps) {
  let snapshot: Loaded = { meta: EMPTY_META, entries: [] }
  let queuedReload: Promise<void> | undefined
  let reloading: Promise<void> = Promise.resolve()
  const watchers = new Set<() => void>()

  const show = (next: Loaded) => {
    snapshot = next
    for (const watcher of watchers) watcher()
  }

  const readStore = async () => {
    const loaded = await deps.store.load()
    if (!isBehind(loaded, snapshot)) return show(loaded)
    // The store has lost the snapshot, or it changed after this read. An empty step stores the
    // snapshot again where that is missing. It must not wait for a reload: this is one.
    await attempt(undefined, () => ({ result: undefined }))
    const restored = await deps.store.load()
    if (!isBehind(restored, snapshot)) show(restored)
  }

  /** Rereads the store. Calls that arrive while a read waits for an earlier one share it. */
  const reload = () => {
    queuedReload ??= reloading.then(async () => {
      queuedReload = undefined
      const loading = readStore()
      reloading = loading.catch(() => {})
      return loading
    })
    return queuedReload
  }

  const commit = groupSteps(deps.store, (changes) => {
    if (changes.every(changesNothing)) return
    show(changes.reduce(applyChange, snapshot))
    deps.announce()
  })

  /**
   * Runs a step in the store, then in the snapshot, then announces it. `isRepeated`: the connection
   * was lost during the first run, which may have been written, so that only the store has the
   * result of both.
   */
  const attempt = async <T>(lane: string | undefined, decide: (now: Loaded) => Change<T>) => {
    let runs = 0
    const counted = (now: Loaded) => {
      runs++
      return isBehind(now, snapshot) ? decideOver(snapshot, lane, decide) : decide(now)
    }
    const result = await commit({ lane, decide: counted }).catch(async (error: unknown) => {
      if (!isQuota(error)) throw error
      await deps.freeSpace().catch(() => {
        throw error // NotStored is more specific
      })
      return commit({ lane, decide: counted })
    })
    return { result, isRepeated: runs > 1 }
  }

  /** Runs a step. Resolves when it is durable. */
  const step = async <T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T> => {
    const { result, isRepeated } = await attempt(lane, decide)
    // If the store can't be read now, the result of the last run is shown, and the next pass reads it.
    if (isRepeated) await reload().then(deps.announce, () => {})
    return result
  }

  const changeMeta = (how: (meta: Meta) => Meta) =>
    step(undefined, ({ meta }) => ({ meta: how(meta), result: undefined }))

  return {
    snapshot: () => snapshot,
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Rereads the store after another context's change; stores the snapshot again if it is deleted. */
    reload,
    /** Used by the drain; its steps are in attempts.ts. */
    step,
    changeMeta,
    now: deps.now,

    /** Stores an action, or sends it on a full device. Throws `NotStored` otherwise. */
    dispatch: async <A extends Action>(action: A, args: ArgsOf<A>, options: DispatchOptions = {}): Promise<Entry> => {
      const client_id = deps.uuid()
      const lane = action.lane(args, client_id)
      const append = (now: Loaded) => appendEntry(now, action, { client_id, lane, args }, deps.now(), options)
      return step(lane, append).catch((error: unknown) => {
        if (!deps.sendUnstored || !isQuota(error) || options.holdMs !== undefined) throw new NotStored(error)
        return deps.sendUnstored(append(snapshot).result, error)
      })
    },

    /** Removes an unattempted or parked entry. Resolves to false if it is too late. */
    discard: (entry: Entry): Promise<boolean> => step(entry.lane, (now) => discardEntry(now, entry)),

    /**
     * Sends a parked entry again, last in its lane: a new action with a new `client_id`, since the
     * server stores a refusal as the response to the old one. An action that must not be repeated
     * and may have taken effect retains its id, so that the server can deduplicate. Resolves to
     * undefined if it is no longer parked.
     */
    retry: (entry: Entry): Promise<Entry | undefined> => {
      const newId = deps.uuid()
      return step(entry.lane, (now) => retryEntry(now, entry, newId, deps.now()))
    },

    resume: () =>
      changeMeta((meta) => {
        const { paused: _paused, ...rest } = meta
        return { ...rest, resumed: (meta.resumed ?? 0) + 1 }
      }),
    /** Records that this host deduplicates: entries in doubt may be sent again. */
    trustHost: async () => {
      if (snapshot.meta.dedupes !== true) await changeMeta((meta) => ({ ...meta, dedupes: true }))
    },

    /** Removes acknowledged entries that every stored response contains. */
    prune: async (oldestRequestedAtRev: (entry: Entry) => number) => {
      const isContained = (entry: Entry) =>
        entry.status === 'acked' && (entry.ackedRev ?? 0) <= oldestRequestedAtRev(entry)
      const done = snapshot.entries.filter(isContained)
      if (done.length > 0) await step(undefined, () => ({ remove: done, result: undefined }))
    },
  }
}
