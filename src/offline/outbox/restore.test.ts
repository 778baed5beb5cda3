import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { DEVICE_DATABASE, outboxDatabase } from '#contract/storage-names.ts'
import { createDrafts } from '../device/drafts.ts'
import { deleteDatabase, StoreClosed } from '../device/idb.ts'
import { enterDevice, leaveDevice, openDeviceStore, openOutboxDatabase, readDevice } from '../device/member.ts'
import { acknowledge, begin } from '../drain/attempts.ts'
import { defineSender } from './action.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore } from './outbox-store.ts'

const note = defineSender({
  name: 'test.note',
  args: v.object({ lane: v.string(), text: v.string() }),
  lane: ({ lane }) => lane,
  isRepeatable: false,
  send: async () => ({}),
  label: () => 'Note',
})

let members = 0
let ids = 0

/** A browser in which a member is signed in; `open` opens a tab. */
async function aBrowser() {
  const name = `ada${++members}`
  const device = openDeviceStore()
  const { generation } = await enterDevice(device, name)
  const open = async () => {
    const tab = { lost: 0 }
    const store = openOutboxDatabase(openDeviceStore(), name, generation, () => tab.lost++)
    onTestFinished(() => store.close())
    const outbox = createOutbox({
      store: createOutboxStore(store),
      now: Date.now,
      uuid: () => `id-${++ids}`,
      announce: () => {},
      freeSpace: async () => {},
    })
    await outbox.reload()
    const keep = (text: string, lane = 'one') => outbox.dispatch(note, { lane, text })
    const texts = () => outbox.snapshot().entries.map(({ args }) => (args as { text: string }).text)
    return Object.assign(tab, { outbox, drafts: createDrafts(store), keep, texts })
  }
  const clear = async () => {
    await deleteDatabase(outboxDatabase(name))
    await deleteDatabase(DEVICE_DATABASE)
  }
  /** What a tab finds that is opened now. */
  const stored = async () => (await open()).outbox.snapshot()
  return { name, device, generation, open, clear, stored }
}

test('after its database was deleted, a tab notices and stores what it holds again', async () => {
  const { open, clear, stored, name, device, generation } = await aBrowser()
  const tab = await open()
  await tab.keep('a')
  await tab.keep('b', 'two')
  const { entries, meta } = tab.outbox.snapshot()
  await clear()
  expect(tab.lost).toBe(1)
  await tab.outbox.reload()
  expect(tab.outbox.snapshot().entries).toEqual(entries)
  expect(await stored()).toEqual({ entries, meta })
  expect(await readDevice(device)).toEqual({ name, generation })
})

test('a new action is stored without a reload, after those that were deleted', async () => {
  const { open, clear, stored } = await aBrowser()
  const tab = await open()
  await tab.keep('a')
  await tab.keep('b', 'two')
  await clear()
  await tab.keep('c')
  expect(tab.texts()).toEqual(['a', 'b', 'c'])
  expect((await stored()).entries.map(({ seq, lane }) => [seq, lane])).toEqual([
    [1, 'one'],
    [2, 'two'],
    [3, 'one'],
  ])
})

test('two tabs store what they hold again once, and the second one takes over what the first has added', async () => {
  const { open, clear, stored } = await aBrowser()
  const [one, two] = [await open(), await open()]
  await one.keep('a')
  await two.outbox.reload()
  await clear()
  await one.keep('b')
  await two.keep('c', 'two')
  await Promise.all([one.outbox.reload(), two.outbox.reload()])
  expect(one.texts()).toEqual(['a', 'b', 'c'])
  expect(two.texts()).toEqual(['a', 'b', 'c'])
  expect((await stored()).entries).toHaveLength(3)
})

test('an action that was discarded or acknowledged is not restored as it was before', async () => {
  const { open, clear, stored } = await aBrowser()
  const tab = await open()
  const [gone, sent] = [await tab.keep('gone', 'two'), await tab.keep('sent')]
  await tab.outbox.discard(gone)
  const begun = await begin(tab.outbox, sent)
  if (begun) await acknowledge(tab.outbox, begun, { id: 7 })
  await clear()
  await tab.outbox.reload()
  expect((await stored()).entries).toMatchObject([{ client_id: sent.client_id, status: 'acked', madeId: 7 }])
})

test('a step that takes an entry away does so although the store was deleted', async () => {
  const { open, clear, stored } = await aBrowser()
  const tab = await open()
  const [first] = [await tab.keep('a'), await tab.keep('b', 'two')]
  await clear()
  expect(await tab.outbox.discard(first)).toBe(true)
  expect((await stored()).entries.map(({ lane }) => lane)).toEqual(['two'])
})

test('a text that was typed is stored again, unless there is a newer one', async () => {
  const { open, clear } = await aBrowser()
  const [tab, other] = [await open(), await open()]
  await tab.drafts.write('dm:bo', 'half a sen')
  await tab.drafts.write('dm:cy', 'older')
  await clear()
  await other.drafts.write('dm:cy', 'newer')
  await tab.drafts.restore()
  expect([await other.drafts.read('dm:bo'), await other.drafts.read('dm:cy')]).toEqual(['half a sen', 'newer'])
})

test('a connection that the browser closed without deleting anything changes nothing', async () => {
  const { open, stored, name } = await aBrowser()
  const [tab, other] = [await open(), await open()]
  await tab.keep('a')
  await other.keep('b')
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(outboxDatabase(name))
    request.onsuccess = () => resolve(request.result)
  })
  // The type of the package is that of its own class.
  forceCloseDatabase(opened as unknown as Parameters<typeof forceCloseDatabase>[0])
  await tab.outbox.reload()
  expect(tab.texts()).toEqual(['a', 'b'])
  expect((await stored()).entries).toHaveLength(2)
})

test('nothing is restored after a sign-out', async () => {
  const { open, name, device } = await aBrowser()
  const tab = await open()
  await tab.keep('a')
  await leaveDevice(device)
  await deleteDatabase(outboxDatabase(name))
  await expect(tab.outbox.reload()).rejects.toBeInstanceOf(StoreClosed)
  await expect(tab.keep('b')).rejects.toMatchObject({ cause: expect.any(StoreClosed) })
  expect((await indexedDB.databases()).map((it) => it.name)).not.toContain(outboxDatabase(name))
})

test('a reload that stores lost entries again ends, also if the connection is lost meanwhile', async () => {
  const { name, device, generation, clear, stored } = await aBrowser()
  const store = openOutboxDatabase(openDeviceStore(), name, generation)
  onTestFinished(() => store.close())
  const inner = createOutboxStore(store)
  let runs = 1
  const outbox = createOutbox({
    // A step that lost its connection after the commit runs again.
    store: {
      ...inner,
      transact: async (steps) => {
        for (let run = 0; run < runs; run++) await inner.transact(steps)
      },
    },
    now: Date.now,
    uuid: () => `id-${++ids}`,
    announce: () => {},
    freeSpace: async () => {},
  })
  await outbox.reload()
  await outbox.dispatch(note, { lane: 'one', text: 'a' })
  await clear()
  runs = 2
  await outbox.reload()
  await outbox.reload()
  expect(outbox.snapshot().entries).toHaveLength(1)
  expect((await stored()).entries).toHaveLength(1)
  expect((await readDevice(device)).name).toBe(name)
}, 5000)
