import * as v from 'valibot'
import { ENTRY_VERSION, Entry } from './entry.ts'
import type { KeyValueStore } from './idb.ts'

/** Why nothing is sent at present although there is something to send. */
export const Paused = v.picklist(['signed-out', 'wrong-member', 'forbidden'])
export type Paused = v.InferOutput<typeof Paused>

const Rest = v.looseObject({ until: v.number(), seq: v.number() })

/**
 * What holds for the whole outbox. Fields of newer builds are kept; a value that this build can't read falls back by
 * itself, for starting `seq` anew would overwrite entries.
 */
export const Meta = v.looseObject({
  /** Grows with every acknowledgement; an answer asked at an older revision may lack what was acknowledged since. */
  rev: v.fallback(v.number(), 0),
  /** The last entry's place in the order of acts. */
  seq: v.fallback(v.number(), 0),
  paused: v.optional(v.fallback(Paused, 'forbidden')),
  /** How often a pause was ended: a refusal of a request that left before then no longer pauses. */
  resumed: v.fallback(v.optional(v.number()), undefined),
  /** The server asked for quiet (429, 503, Retry-After), in ms since 1970. */
  quietUntil: v.fallback(v.optional(v.number()), undefined),
  /** Requests in a row that had no answer. */
  misses: v.fallback(v.optional(v.number()), undefined),
  /** The breaker is open: entries up to `seq` rest until then. */
  rest: v.fallback(v.optional(Rest), undefined),
  /** This host has shown that it keeps repeats apart. */
  dedupes: v.fallback(v.optional(v.boolean()), undefined),
})
export type Meta = v.InferOutput<typeof Meta>

export const EMPTY_META: Meta = { rev: 0, seq: 0 }

export interface Loaded {
  meta: Meta
  /** In the order of the acts. */
  entries: Entry[]
}

export interface Change<T> {
  meta?: Meta
  put?: readonly Entry[]
  remove?: readonly Entry[]
  result: T
}

/** Where the outbox lies. Every promise resolves once the transaction is complete: what it says then survives a crash. */
export interface OutboxStore {
  load(): Promise<Loaded>
  /**
   * One atomic step over the meta record and one lane's entries (none for `undefined`). `decide` is pure but for its
   * result: it runs again when the connection died under it, perhaps over what its first run has written.
   */
  transact<T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T>
}

const META_KEY = ['meta']
const entryKey = (entry: Pick<Entry, 'lane' | 'seq'>) => ['entry', entry.lane, entry.seq]
/** Arrays sort after numbers, so `[]` ends a range of sequence numbers. */
const laneRange = (lane: string) => IDBKeyRange.bound(['entry', lane], ['entry', lane, []])
const allEntries = () => IDBKeyRange.bound(['entry'], ['entry', []])

/** The outbox in IndexedDB. What can't be read as an entry at all is left where it is and not shown. */
export function createOutboxStore(inStore: KeyValueStore): OutboxStore {
  return {
    load: () => inStore('readonly', (store) => read(store, allEntries())),
    transact: (lane, decide) =>
      inStore('readwrite', async (store) => {
        const change = decide(await read(store, lane === undefined ? undefined : laneRange(lane)))
        if (change.meta) store.put(change.meta, META_KEY)
        for (const entry of change.remove ?? []) store.delete(entryKey(entry))
        for (const entry of change.put ?? []) store.put(entry, entryKey(entry))
        return change.result
      }),
  }
}

async function read(store: IDBObjectStore, range: IDBKeyRange | undefined): Promise<Loaded> {
  const asked = store.get(META_KEY)
  const found = range === undefined ? undefined : store.getAll(range)
  const stored = found === undefined ? [] : await resultOf<unknown[]>(found)
  const meta = v.safeParse(Meta, await resultOf(asked))
  return { meta: meta.success ? meta.output : EMPTY_META, entries: readEntries(stored) }
}

function readEntries(stored: readonly unknown[]): Entry[] {
  return stored
    .flatMap((value) => {
      const entry = v.safeParse(Entry, value)
      return entry.success ? [entry.output] : foreign(value)
    })
    .sort((a, b) => a.seq - b.seq)
}

const Foreign = v.looseObject({
  v: v.pipe(v.number(), v.minValue(ENTRY_VERSION + 1)),
  seq: v.number(),
  lane: v.string(),
})

/** An entry of a newer build whose shape this one can't read. Shown, so that its lane waits for it; never written back. */
function foreign(value: unknown): Entry[] {
  const found = v.safeParse(Foreign, value)
  if (!found.success) return []
  const { v: version, seq, lane } = found.output
  const stand = { action: '', args: undefined, status: 'waiting' as const, attempts: 0, createdAt: 0 }
  return [{ v: version, seq, lane, client_id: `newer-${lane}-${seq}`, ...stand }]
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  if (request.readyState === 'done') return Promise.resolve(request.result)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
