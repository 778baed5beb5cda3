import 'fake-indexeddb/auto'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { get } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { cacheDatabase } from '#contract/storage-names.ts'
import { liveOptions } from '#src/cache/live.ts'
import { persistCache, restoreCache, whenWritten } from '#src/cache/persistence.ts'
import { conversationQuery, conversationsQuery } from '#src/messages/queries.ts'
import { openKeyValueStore, StoreClosed } from '#src/offline/device/idb.ts'
import { enterDevice, leaveDevice, openDeviceStore, readDevice } from '#src/offline/device/member.ts'
import { pushTo } from '#tests/support/pushes.ts'
import { storePushed } from './store-pushed.ts'

const NOW = Date.parse('2026-11-25T09:00:00.000Z')
const conversation = conversationQuery('ada', 'Bo')

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const openCache = () => openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })

/** Starts the app's cache anew from what is stored. */
async function restart() {
  const client = new QueryClient()
  const store = openCache()
  await restoreCache(client, store, NOW)
  store.close()
  return client
}

test('a push that arrives while the app is closed is in the conversation at its next start', async () => {
  const device = openDeviceStore()
  await enterDevice(device, 'ada')
  const client = new QueryClient()
  const store = openCache()
  const stop = persistCache(client, store, () => {})
  const held = { directMessages: [{ id: 70, message: 'hi', timestamp: '2026-11-24T08:00:00.000Z', type: 'Outgoing' }] }
  client.setQueryData(liveOptions(conversation).queryKey, {
    response: held,
    requestedAtRev: 4,
    requestedAt: NOW - 5000,
  })
  await whenWritten(client)
  stop()
  store.close()

  await storePushed(device, await readDevice(device), pushTo('ada'), NOW)
  const restored = (await restart()).getQueryData(liveOptions(conversation).queryKey)
  expect(restored).toMatchObject({ requestedAtRev: 4, requestedAt: NOW - 5000 })
  expect(restored?.response.directMessages.map(({ id }) => id)).toEqual([70, 71])
})

test('a push about a conversation that was never opened is stored, older than any response', async () => {
  const device = openDeviceStore()
  await enterDevice(device, 'ada')
  await storePushed(device, await readDevice(device), pushTo('ada'), NOW)
  const client = await restart()
  expect(client.getQueryData(liveOptions(conversation).queryKey)).toMatchObject({ requestedAt: 0 })
  expect(client.getQueryState(conversationsQuery('ada').queryKey)?.isInvalidated).toBe(true)
})

test('nothing is stored for a member that signs out meanwhile', async () => {
  const device = openDeviceStore()
  await enterDevice(device, 'ada')
  const recipient = await readDevice(device)
  await leaveDevice(device)
  await expect(storePushed(device, recipient, pushTo('ada'), NOW)).rejects.toThrow(StoreClosed)
  const store = openCache()
  expect(await get(hashKey(conversation.queryKey), store)).toBeUndefined()
  store.close()
})
