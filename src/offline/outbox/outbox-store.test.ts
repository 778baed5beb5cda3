import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { expect, test } from 'vitest'
import { setLike, share } from '#src/broadcasts/senders.ts'
import { openKeyValueStore } from '../device/idb.ts'
import { NotStored } from '../device/not-stored.ts'
import { begin } from '../drain/attempts.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore, type OutboxStore } from './outbox-store.ts'

let names = 0
const open = (name = `outbox-${++names}`) => {
  const store = openKeyValueStore(name, { durability: 'strict' })
  return { name, store, outbox: outboxOn(createOutboxStore(store)) }
}
let ids = 0
const outboxOn = (store: OutboxStore, freeSpace = async () => {}) =>
  createOutbox({ store, now: () => 1000, uuid: () => `id-${++ids}`, announce: () => {}, freeSpace })
const aLike = { user: 'ada', broadcastId: 1, isLiked: true }
const anUnlike = { ...aLike, isLiked: false }
const aShare = { user: 'ada', title: 'Hear this', trackId: 1, track: 'T', artist: 'A', url: '' }
const full = () => new DOMException('full', 'QuotaExceededError')

test('stored entries are restored in order after the browser was closed', async () => {
  const { name, outbox } = open()
  await outbox.dispatch(share, aShare)
  await outbox.dispatch(setLike, aLike)
  const later = open(name).outbox
  await later.reload()
  expect(later.snapshot().entries.map(({ seq, action }) => [seq, action])).toEqual([
    [1, 'broadcasts.share'],
    [2, 'broadcasts.setLike'],
  ])
})

test("two tabs on one outbox share one order and see each other's entries", async () => {
  const { name, outbox } = open()
  const other = open(name).outbox
  await Promise.all([outbox.dispatch(share, aShare), other.dispatch(share, aShare), outbox.dispatch(share, aShare)])
  await other.reload()
  expect(other.snapshot().entries.map(({ seq }) => seq)).toEqual([1, 2, 3])
})

test('an unlike replaces only an earlier like that was never attempted', async () => {
  const { outbox } = open()
  const first = await outbox.dispatch(setLike, aLike)
  const second = await outbox.dispatch(setLike, anUnlike)
  expect(outbox.snapshot().entries).toEqual([second])
  await begin(outbox, second)
  await outbox.dispatch(setLike, aLike)
  expect(outbox.snapshot().entries.map(({ status }) => status)).toEqual(['sending', 'queued'])
  expect(await outbox.discard(first)).toBe(false)
  expect(await outbox.discard(second)).toBe(false)
})

test("a newer build's entries and values survive this one", async () => {
  const { store, outbox } = open()
  const newer = {
    v: 2,
    seq: 1,
    client_id: 'n',
    action: 'broadcasts.setLike',
    args: aLike,
    lane: 'like:1',
    status: 'hovering',
  }
  await set(['entry', 'like:1', 1], newer, store)
  await set(['meta'], { rev: 3, seq: 1, paused: 'updating', mood: 'odd' }, store)
  await outbox.reload()
  const mine = await outbox.dispatch(setLike, aLike)
  expect(mine.seq).toBe(2)
  expect(await begin(outbox, mine)).toBeUndefined()
  expect(outbox.snapshot().meta).toMatchObject({ rev: 3, paused: 'forbidden', mood: 'odd' })
  const [first] = outbox.snapshot().entries
  expect(first && (await outbox.discard(first))).toBe(false)
  expect(await get(['entry', 'like:1', 1], store)).toEqual(newer)
})

test('no entry is overwritten when the meta record is lost', async () => {
  const { store, outbox } = open()
  await outbox.dispatch(share, aShare)
  await outbox.dispatch(setLike, aLike)
  await set(['meta'], 'nonsense', store)
  const next = await outbox.dispatch(setLike, anUnlike)
  expect(next.seq).toBe(3)
})

test('a full device frees space and retries once, then throws NotStored', async () => {
  let isFull = true
  let freed = 0
  const empty = createOutboxStore(open().store)
  const { store: real } = open()
  const inner = createOutboxStore(real)
  const store: OutboxStore = {
    load: () => empty.load(),
    transact: (steps) => (isFull ? Promise.reject(full()) : inner.transact(steps)),
  }
  const helpful = outboxOn(store, async () => {
    freed++
    isFull = false
  })
  expect((await helpful.dispatch(setLike, aLike)).status).toBe('queued')
  isFull = true
  const error: unknown = await outboxOn(store, () => Promise.reject(new Error('no caches')))
    .dispatch(setLike, aLike)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NotStored)
  expect(error).toMatchObject({
    sentence: 'This device has no space left to keep this. Free some space and try again.',
  })
  expect(freed).toBe(1)
})

test('a step whose connection was lost after its commit is stored and shown once', async () => {
  const inner = createOutboxStore(open().store)
  const twice: OutboxStore = {
    load: () => inner.load(),
    transact: async (steps) => {
      await inner.transact(steps)
      return inner.transact(steps)
    },
  }
  const outbox = outboxOn(twice)
  await outbox.dispatch(share, aShare)
  expect(outbox.snapshot().entries).toHaveLength(1)
  expect((await inner.load()).entries).toHaveLength(1)
})
