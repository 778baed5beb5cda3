import * as v from 'valibot'
import { Entry } from './entry.ts'
import type { KeyValueStore } from './idb.ts'

/** Why nothing is sent at present although there is something to send. */
export const Paused = v.picklist(['signed-out', 'wrong-member', 'forbidden'])
export type Paused = v.InferOutput<typeof Paused>

/** What holds for the whole outbox. Fields of newer builds are kept. */
export const Meta = v.looseObject({
  /** Grows with every acknowledgement; an answer asked at an older revision may lack what was acknowledged since. */
  rev: v.number(),
  /** The last entry's place in the order of acts. */
  seq: v.number(),
  paused: v.optional(Paused),
  /** The server asked for quiet (Retry-After), in ms since 1970. */
  quietUntil: v.optional(v.number()),
  /** This host has shown that it keeps repeats apart. */
  dedupes: v.optional(v.boolean()),
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
  /** One atomic step over the meta record and one lane's entries (none for `undefined`). `decide` may run only once. */
  transact<T>(lane: string | undefined, decide: (now: Loaded) => Change<T>): Promise<T>
}

const META_KEY = ['meta']
const entryKey = (entry: Pick<Entry, 'lane' | 'seq'>) => ['entry', entry.lane, entry.seq]
/** Arrays sort after numbers, so `[]` ends a range of sequence numbers. */
const laneRange = (lane: string) => IDBKeyRange.bound(['entry', lane], ['entry', lane, []])
const allEntries = () => IDBKeyRange.bound(['entry'], ['entry', []])

/** The outbox in IndexedDB. What can't be read as an entry at all is left where it is and not shown. */
export function createOutboxStore(useStore: KeyValueStore): OutboxStore {
  return {
    load: () => useStore('readonly', (store) => read(store, allEntries())),
    transact: (lane, decide) =>
      useStore('readwrite', async (store) => {
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
      return entry.success ? [entry.output] : []
    })
    .sort((a, b) => a.seq - b.seq)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  if (request.readyState === 'done') return Promise.resolve(request.result)
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
