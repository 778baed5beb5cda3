import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import type { KeyValueStore } from '../device/idb.ts'
import { ENTRY_VERSION, Entry } from './entry.ts'
import { EMPTY_META, type Loaded, Meta } from './meta.ts'
import { type Change, runSteps, type Step } from './steps.ts'

/** The outbox storage. Promises resolve once the transaction is complete. */
export interface OutboxStore {
  load(): Promise<Loaded>
  /** Runs all steps in one transaction, in order. If one throws, none is stored. */
  transact(steps: readonly Step[]): Promise<void>
}

const META_KEY = ['meta']
const entryKey = (entry: Pick<Entry, 'lane' | 'seq'>) => ['entry', entry.lane, entry.seq]
/** Arrays sort after numbers, so `[]` ends a sequence number range. */
const laneRange = (lane: string) => IDBKeyRange.bound(['entry', lane], ['entry', lane, []])
const allEntries = () => IDBKeyRange.bound(['entry'], ['entry', []])

/** Returns the outbox in IndexedDB. Values that are no entries are left in place. */
export function createOutboxStore(inStore: KeyValueStore): OutboxStore {
  return {
    load: () => inStore('readonly', (store) => read(store, [allEntries()])),
    transact: (steps) =>
      inStore('readwrite', async (store) => {
        const lanes = new Set(steps.flatMap(({ lane }) => lane ?? []))
        const now = await read(store, [...lanes].map(laneRange))
        for (const change of runSteps(now, steps)) write(store, change)
      }),
  }
}

async function read(store: IDBObjectStore, ranges: readonly IDBKeyRange[]): Promise<Loaded> {
  const [stored, ...entries] = await Promise.all([
    promisifyRequest<unknown>(store.get(META_KEY)),
    ...ranges.map((range) => promisifyRequest<unknown[]>(store.getAll(range))),
  ])
  const meta = v.safeParse(Meta, stored)
  return { meta: meta.success ? meta.output : EMPTY_META, entries: readEntries(entries.flat()) }
}

function write(store: IDBObjectStore, { meta, put = [], remove = [] }: Change<unknown>) {
  if (meta) store.put(meta, META_KEY)
  for (const entry of remove) store.delete(entryKey(entry))
  for (const entry of put) store.put(entry, entryKey(entry))
}

function readEntries(stored: readonly unknown[]): Entry[] {
  return stored
    .flatMap((value) => {
      const entry = v.safeParse(Entry, value)
      return entry.success ? [entry.output] : readForeign(value)
    })
    .sort((a, b) => a.seq - b.seq)
}

const Foreign = v.looseObject({
  v: v.pipe(v.number(), v.minValue(ENTRY_VERSION + 1)),
  seq: v.number(),
  lane: v.string(),
})

/** Returns a newer build's unreadable entry, so that its lane waits; never written back. */
function readForeign(value: unknown): Entry[] {
  const found = v.safeParse(Foreign, value)
  if (!found.success) return []
  const { v: version, seq, lane } = found.output
  const placeholder = { action: '', args: undefined, status: 'waiting' as const, attempts: 0, createdAt: 0 }
  return [{ v: version, seq, lane, client_id: `newer-${lane}-${seq}`, ...placeholder }]
}
