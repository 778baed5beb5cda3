import 'fake-indexeddb/auto'
import { hashKey, QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { beforeEach, expect, test, vi } from 'vitest'
import { getDirectMessages } from '#contract/messages/messages.ts'
import { cacheDatabase } from '#contract/storage-names.ts'
import { getSongSwaps } from '#contract/swaps/swaps.ts'
import { profileQuery } from '#src/accounts/queries.ts'
import { createExchange } from '#src/api/call.ts'
import { restoreCache } from '#src/cache/persistence.ts'
import { storeFetched } from '#src/cache/store-response.ts'
import { openKeyValueStore, StoreClosed } from '#src/offline/device/idb.ts'
import {
  enterDevice,
  leaveDevice,
  openDeviceStore,
  openOutboxDatabase,
  readDevice,
} from '#src/offline/device/member.ts'
import { EMPTY_META } from '#src/offline/outbox/meta.ts'
import { pushTo } from '#tests/support/pushes.ts'
import { sampleOf } from '#tests/support/response-samples.ts'
import { completePush } from './complete-push.ts'
import { fetchTargets } from './fetch-targets.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

const { queryKey } = profileQuery('bo')
const profile = (swag: number) => ({ userProfile: [{ profile: 'bo', swag }] })

/** An exchange with a host that responds with this. */
const exchangeWith = (respond: (url: string) => Response | Promise<Response>) =>
  // `call` has built it
  createExchange({ fetch: async (url) => respond(url as string), host: '', now: Date.now })

async function aDevice() {
  const device = openDeviceStore()
  await enterDevice(device, 'ada')
  return { device, member: await readDevice(device) }
}

/** Starts the app's cache anew from what is stored. */
async function restart() {
  const client = new QueryClient()
  const store = openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })
  await restoreCache(client, store, Date.now())
  store.close()
  return client
}

/** Sets the revision in ada's outbox. */
async function setRev(rev: number) {
  const { device, member } = await aDevice()
  const outbox = openOutboxDatabase(device, 'ada', member.generation)
  await set(['meta'], { ...EMPTY_META, rev }, outbox)
  outbox.close()
  device.close()
}

test('what a push points to is restored at the next start, with the revision of the outbox', async () => {
  await setRev(4)
  const { device, member } = await aDevice()
  const fetched = await fetchTargets(
    device,
    member,
    '/profile/bo',
    exchangeWith(() => Response.json(profile(3))),
  )
  expect(fetched).toHaveLength(1)
  const client = await restart()
  expect(client.getQueryData(queryKey)).toMatchObject({ response: profile(3), requestedAtRev: 4 })
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})

test('a response that was requested later is not replaced, on the device and in the page', async () => {
  const { device, member } = await aDevice()
  const exchange = exchangeWith(() => Response.json(profile(3)))
  const [record] = await fetchTargets(device, member, '/profile/bo', exchange)
  if (record === undefined) throw new Error('It is stored.')
  const later = { ...record, data: { response: profile(9), requestedAtRev: 0, requestedAt: Date.now() + 60_000 } }
  const store = openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })
  await set(hashKey(queryKey), later, store)
  expect(await fetchTargets(device, member, '/profile/bo', exchange)).toEqual([])
  expect(await get(hashKey(queryKey), store)).toMatchObject({ data: { response: profile(9) } })
  store.close()

  const client = new QueryClient()
  storeFetched(client, later)
  storeFetched(client, record)
  expect(client.getQueryData(queryKey)).toMatchObject({ response: profile(9) })
  storeFetched(client, {
    ...record,
    data: { response: profile(1), requestedAtRev: 0, requestedAt: Date.now() + 90_000 },
  })
  expect(client.getQueryData(queryKey)).toMatchObject({ response: profile(1) })
})

test.each([
  ['never arrives', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is an error', () => new Response('', { status: 500 })],
  ['is a page of a captive portal', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['is a refusal', () => Response.json({ error: 'User not found' }, { status: 404 })],
])('nothing is stored if a response %s', async (_, respond) => {
  const { device, member } = await aDevice()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(await fetchTargets(device, member, '/profile/bo', exchangeWith(respond))).toEqual([])
  expect((await restart()).getQueryData(queryKey)).toBeUndefined()
})

test('nothing is stored if an action was acknowledged meanwhile', async () => {
  const { device, member } = await aDevice()
  const exchange = exchangeWith(async () => {
    await setRev(5)
    return Response.json(profile(3))
  })
  expect(await fetchTargets(device, member, '/profile/bo', exchange)).toEqual([])
})

test('nothing is stored for a member that signs out meanwhile', async () => {
  const { device, member } = await aDevice()
  const exchange = exchangeWith(async () => {
    await leaveDevice(device)
    return Response.json(profile(3))
  })
  await expect(fetchTargets(device, member, '/profile/bo', exchange)).rejects.toThrow(StoreClosed)
})

test('a message and a swap that did not fit into the push are fetched', async () => {
  const sent: string[] = []
  const exchange = exchangeWith((url) => {
    sent.push(url)
    return Response.json(sampleOf(url.includes('swaps') ? getSongSwaps.response : getDirectMessages.response))
  })
  const whole = pushTo('ada')
  expect(await completePush('ada', whole, exchange)).toBe(whole)
  const message = await completePush('ada', pushTo('ada', { message: undefined }), exchange)
  expect(message.flipside.message).toMatchObject({ id: 7, message: 'text' })
  const turn = { kind: 'swap_turn', path: '/track-swap-detail?id=4', message: undefined }
  expect((await completePush('ada', pushTo('ada', turn), exchange)).flipside.swap).toMatchObject({ id: 7 })
  expect(sent).toEqual([
    '/api/user/direct-messages?user=ada&conversant=Bo&limit=1',
    '/api/get-song-swaps?user=ada&songswapid=4',
  ])
})
