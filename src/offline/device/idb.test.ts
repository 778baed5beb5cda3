import { outboxDatabase } from '#contract/storage-names.ts'
import 'fake-indexeddb/auto'
import { get, set } from 'idb-keyval'
import { afterEach, expect, test } from 'vitest'
import { deleteDatabase, openKeyValueStore, StoreClosed } from './idb.ts'
import { enterDevice, isCurrent, leaveDevice, openDeviceStore, openOutboxDatabase, readDevice } from './member.ts'

let names = 0
const freshName = () => `store-${++names}`
// Restored unchanged, never called directly.
// oxlint-disable-next-line typescript/unbound-method
const original = IDBDatabase.prototype.transaction
afterEach(() => {
  IDBDatabase.prototype.transaction = original
})

test("idb-keyval's helpers work on a store with the app's own connection", async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  await set('a', 1, store)
  expect(await get('a', store)).toBe(1)
})

test('a step resolves when its transaction is complete, and rejects when it aborts after the request succeeded', async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  const step = store('readwrite', (objects) => {
    const request = objects.put(1, 'a')
    return new Promise<void>((resolve) => {
      request.onsuccess = () => {
        objects.transaction.abort() // as Chromium does when the disk is full
        resolve()
      }
    })
  })
  await expect(step).rejects.toBeInstanceOf(DOMException)
  expect(await get('a', store)).toBeUndefined()
})

test('a closed connection is opened once more', async () => {
  const store = openKeyValueStore(freshName(), { durability: 'strict' })
  await set('a', 1, store)
  let deaths = 1
  IDBDatabase.prototype.transaction = function (...args) {
    if (deaths-- > 0) throw new DOMException('The database connection is closing.', 'InvalidStateError')
    return original.apply(this, args)
  }
  expect(await get('a', store)).toBe(1)
  deaths = 2
  await expect(get('a', store)).rejects.toThrow('closing')
  expect(await get('a', store)).toBe(1)
})

test('a deletion by another tab is not blocked, and the database is not created again after the generation has ended', async () => {
  const device = openDeviceStore()
  const { generation } = await enterDevice(device, 'Ada')
  const store = openOutboxDatabase(device, 'Ada', generation)
  await set('a', 1, store)
  await leaveDevice(device)
  await deleteDatabase(outboxDatabase('Ada'))
  await expect(set('b', 2, store)).rejects.toBeInstanceOf(StoreClosed)
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(outboxDatabase('Ada'))
})

test('a store that is closed while opening stays closed', async () => {
  let allow: (may: boolean) => void = () => {}
  const name = freshName()
  const mayOpen = () => new Promise<boolean>((resolve) => (allow = resolve))
  const store = openKeyValueStore(name, { durability: 'relaxed', mayOpen })
  const step = get('a', store)
  store.close()
  allow(true)
  await expect(step).rejects.toBeInstanceOf(StoreClosed)
  expect((await indexedDB.databases()).map((it) => it.name)).not.toContain(name)
})

test('signing in and out in two tabs at once never decreases the generation', async () => {
  const [one, two] = [openDeviceStore(), openDeviceStore()]
  const before = await readDevice(one)
  await Promise.all([leaveDevice(one), enterDevice(two, 'bo'), leaveDevice(one), enterDevice(two, 'bo')])
  const after = await readDevice(one)
  expect(after.generation).toBe(before.generation + 2)
  expect(await isCurrent(two, 'BO', after.generation)).toBe(true)
  expect(await isCurrent(two, 'bo', before.generation)).toBe(false)
})
