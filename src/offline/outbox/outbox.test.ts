import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { openKeyValueStore } from '../device/idb.ts'
import { NotStored } from '../device/not-stored.ts'
import { acknowledge, begin } from '../drain/attempts.ts'
import { defineAction } from './action.ts'
import type { Entry } from './entry.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

const note = defineAction({
  name: 'test.note',
  args: v.object({ lane: v.string(), text: v.string() }),
  lane: ({ lane }) => lane,
})
const full = () => new DOMException('full', 'QuotaExceededError')

/** An outbox with the calls of its store and its announcements. `failures` reject the next writes. */
function anOutbox(more: Partial<Parameters<typeof createOutbox>[0]> = {}) {
  const keyValues = openKeyValueStore(`outbox-of-${Math.random()}`, { durability: 'strict' })
  onTestFinished(() => keyValues.close())
  const inner = createOutboxStore(keyValues)
  const counts = { loads: 0, announced: 0, freed: 0, shown: 0 }
  const state = { isReadable: true }
  const batches: number[] = []
  const failures: (DOMException | undefined)[] = []
  const store: OutboxStore = {
    load: () => {
      counts.loads++
      return state.isReadable ? inner.load() : Promise.reject(new DOMException('lost', 'UnknownError'))
    },
    transact: async (steps) => {
      batches.push(steps.length)
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return inner.transact(steps)
    },
  }
  let ids = 0
  const outbox = createOutbox({
    store,
    now: () => 1000,
    uuid: () => `id-${++ids}`,
    announce: () => counts.announced++,
    freeSpace: async () => void counts.freed++,
    ...more,
  })
  const stop = outbox.subscribe(() => counts.shown++)
  const keep = (text: string, lane = 'one') => outbox.dispatch(note, { lane, text })
  const texts = () => outbox.snapshot().entries.map(({ args }) => (args as { text: string }).text)
  return { outbox, inner, state, counts, batches, failures, keep, texts, stop }
}

test('an action is shown once it is stored, and announced to the other tabs', async () => {
  const { outbox, inner, counts, keep, texts, stop } = anOutbox()
  const entry = await keep('a')
  expect([texts(), counts]).toEqual([['a'], { loads: 0, announced: 1, freed: 0, shown: 1 }])
  expect((await inner.load()).entries).toEqual([entry])
  stop()
  await outbox.discard(entry)
  expect([texts(), counts.shown]).toEqual([[], 1])
})

test('a step that changes nothing is neither shown nor announced', async () => {
  const { outbox, counts, keep } = anOutbox()
  const entry = await keep('a')
  await outbox.discard(entry)
  const before = { ...counts }
  expect(await outbox.discard(entry)).toBe(false)
  expect(await outbox.retry(entry)).toBeUndefined()
  expect(counts).toEqual(before)
})

test('actions of one turn share a transaction, and those that arrive meanwhile the next one', async () => {
  const { batches, keep, texts } = anOutbox()
  const first = [keep('a'), keep('b', 'two')]
  await Promise.resolve()
  await Promise.resolve()
  await Promise.all([...first, keep('c'), keep('d')])
  expect(batches).toEqual([2, 2])
  expect(texts()).toEqual(['a', 'b', 'c', 'd'])
  await keep('e')
  expect(batches).toEqual([2, 2, 1])
})

test('a batch that fails is written step by step, so that one that is too large fails alone', async () => {
  const { failures, batches, keep, texts, counts } = anOutbox({ freeSpace: () => Promise.reject(new Error('none')) })
  failures.push(full(), undefined, full())
  const stored = await Promise.allSettled([keep('a'), keep('too large'), keep('c')])
  expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect([batches, texts(), counts.announced]).toEqual([[3, 1, 1, 1], ['a', 'c'], 2])
})

test('a full device frees space once; another failure of the store frees none', async () => {
  const { failures, counts, keep, texts } = anOutbox()
  failures.push(full())
  await keep('a')
  expect([counts.freed, texts()]).toEqual([1, ['a']])
  failures.push(full(), full())
  await expect(keep('b')).rejects.toBeInstanceOf(NotStored)
  failures.push(new DOMException('lost', 'UnknownError'))
  await expect(keep('c')).rejects.toThrow(NotStored)
  expect([counts.freed, texts()]).toEqual([2, ['a']])
})

test('an action that a full device cannot store is sent at once, unless it can still be undone', async () => {
  const unstored: Entry[] = []
  const sendUnstored = async (entry: Entry): Promise<Entry> => {
    unstored.push(entry)
    return { ...entry, status: 'acked' }
  }
  const { outbox, failures, keep } = anOutbox({ sendUnstored })
  failures.push(full(), full())
  expect(await keep('a')).toMatchObject({ status: 'acked', client_id: 'id-1', lane: 'one' })
  failures.push(full(), full())
  await expect(outbox.dispatch(note, { lane: 'one', text: 'b' }, { holdMs: 1 })).rejects.toThrow(NotStored)
  failures.push(new DOMException('lost', 'UnknownError'))
  await expect(keep('c')).rejects.toThrow(NotStored)
  expect(unstored).toHaveLength(1)
})

test('reloads at the same time read the store twice at most: once more for what changed meanwhile', async () => {
  const { outbox, counts } = anOutbox()
  await Promise.all([outbox.reload(), outbox.reload(), outbox.reload()])
  expect(counts.loads).toBe(1)
  const first = outbox.reload()
  await Promise.resolve()
  await Promise.resolve()
  await Promise.all([first, outbox.reload(), outbox.reload()])
  expect(counts.loads).toBe(3)
})

test('a reload after one that failed reads the store again', async () => {
  const { outbox, state, keep, texts } = anOutbox()
  await keep('a')
  state.isReadable = false
  await expect(outbox.reload()).rejects.toThrow('lost')
  state.isReadable = true
  await outbox.reload()
  expect(texts()).toEqual(['a'])
})

test('a host is trusted once, and the end of a pause is counted', async () => {
  const { outbox, counts } = anOutbox()
  await outbox.trustHost()
  await outbox.trustHost()
  expect(counts.announced).toBe(1)
  await outbox.changeMeta((meta) => ({ ...meta, paused: 'signed-out' }))
  await outbox.resume()
  await outbox.resume()
  expect(outbox.snapshot().meta).toEqual({ rev: 0, seq: 0, dedupes: true, resumed: 2 })
})

test('only acknowledged entries that every stored response contains are pruned', async () => {
  const { outbox, counts, keep, texts } = anOutbox()
  for (const text of ['a', 'b']) {
    const entry = await keep(text)
    const attempted = await begin(outbox, entry)
    if (attempted) await acknowledge(outbox, attempted, {})
  }
  await keep('c')
  const { announced } = counts
  await outbox.prune(() => 0)
  expect([texts(), counts.announced]).toEqual([['a', 'b', 'c'], announced])
  await outbox.prune(() => 1)
  expect(texts()).toEqual(['b', 'c'])
  await outbox.prune(({ client_id }) => (client_id === 'id-2' ? 2 : 0))
  expect(texts()).toEqual(['c'])
  await outbox.prune(() => Number.POSITIVE_INFINITY)
  expect(texts()).toEqual(['c'])
})
