import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { outboxDatabase } from '#contract/storage-names.ts'
import { sendMessage } from '#src/messages/senders.ts'
import { createDrafts } from '../device/drafts.ts'
import { enterDevice, leaveDevice, openDeviceStore, openOutboxDatabase } from '../device/member.ts'
import { acknowledge, begin } from '../drain/attempts.ts'
import type { Entry } from './entry.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxStore } from './outbox-store.ts'
import { discardRetained, listRetained } from './retained.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  onTestFinished(() => void vi.unstubAllGlobals())
})

const isCounted = () => true

/** Signs a member in, stores messages, acknowledges the first of them, and signs the member out. */
async function leaveMessages(name: string, count: number, user = name) {
  const device = openDeviceStore()
  const { generation } = await enterDevice(device, name)
  const store = openOutboxDatabase(device, name, generation)
  let ids = 0
  const outbox = createOutbox({
    store: createOutboxStore(store),
    now: () => 1000,
    uuid: () => `${name}-${++ids}`,
    announce: () => {},
    freeSpace: async () => {},
  })
  for (let left = count; left > 0; left--)
    await outbox.dispatch(sendMessage, { user, recipient: 'cy', message: `${left}` })
  const [first] = outbox.snapshot().entries
  const attempted = first && (await begin(outbox, first))
  if (attempted) await acknowledge(outbox, attempted, {})
  await createDrafts(store).write('dm/cy', 'not sent yet')
  store.close()
  await leaveDevice(device)
  device.close()
}

test('the members with unsent actions are listed by name, with the number of these actions', async () => {
  await leaveMessages('Zoe', 3)
  await leaveMessages('ada', 2)
  await leaveMessages('sent-all', 1)
  expect(await listRetained(isCounted)).toEqual([
    { name: 'ada', count: 1 },
    { name: 'Zoe', count: 2 },
  ])
})

test('actions that are not counted are no reason to list a member', async () => {
  await leaveMessages('ada', 3)
  const isSecond = ({ client_id }: Entry) => client_id === 'ada-2'
  expect(await listRetained(isSecond)).toEqual([{ name: 'ada', count: 1 }])
  expect(await listRetained(() => false)).toEqual([])
})

test('the member that is signed in is not listed, in whatever case the name was typed', async () => {
  await leaveMessages('ada', 2)
  await leaveMessages('bo', 2)
  const device = openDeviceStore()
  await enterDevice(device, 'ADA')
  expect(await listRetained(isCounted)).toEqual([{ name: 'bo', count: 1 }])
  device.close()
})

test('a member with actions under another name is listed by the key of the database', async () => {
  await leaveMessages('Ada', 2, 'bo')
  expect(await listRetained(isCounted)).toEqual([{ name: 'ada', count: 1 }])
})

test('discarding removes the actions and drafts of that member alone', async () => {
  await leaveMessages('ada', 2)
  await leaveMessages('bo', 2)
  expect(await discardRetained('ada')).toBe(true)
  expect(await listRetained(isCounted)).toEqual([{ name: 'bo', count: 1 }])
  const databases = (await indexedDB.databases()).map(({ name }) => name)
  expect(databases).not.toContain(outboxDatabase('ada'))
})

test('the actions of a member that has signed in again are not discarded', async () => {
  await leaveMessages('ada', 2)
  const device = openDeviceStore()
  await enterDevice(device, 'ada')
  expect(await discardRetained('Ada')).toBe(false)
  await leaveDevice(device)
  device.close()
  expect(await listRetained(isCounted)).toEqual([{ name: 'ada', count: 1 }])
})
