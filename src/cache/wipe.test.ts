import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { set } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  AVATAR_CACHE,
  cacheDatabase,
  ENTRIES_KEY,
  FEED_CACHES,
  MEMBER_KEY,
  outboxDatabase,
  PENDING_SWAP_KEY,
  PLAYER_KEY,
  SONG_CACHE,
  shellCache,
  THEME_KEY,
} from '#contract/storage-names.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { freeSpace, wipeMember } from './wipe.ts'

const FEED = `${FEED_CACHES}0-ada`
const SHELL = shellCache('1')
const CACHES = [FEED, AVATAR_CACHE, SONG_CACHE, SHELL]

/** A browser with the data of a member, and its push subscription. */
function aBrowser() {
  const texts = new Map([MEMBER_KEY, PENDING_SWAP_KEY, PLAYER_KEY, THEME_KEY].map((key) => [key, 'x']))
  const cacheNames = new Set(CACHES)
  const ended: string[] = []
  const registration = {
    getNotifications: async () => ['one', 'two'].map((name) => ({ close: () => ended.push(name) })),
    pushManager: {
      getSubscription: async () => ({
        unsubscribe: async (): Promise<boolean> => {
          ended.push('subscription')
          return true
        },
      }),
    },
  }
  const tab = new Map([[ENTRIES_KEY, 'x']])
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('localStorage', { removeItem: (key: string) => texts.delete(key) })
  vi.stubGlobal('sessionStorage', { removeItem: (key: string) => tab.delete(key) })
  vi.stubGlobal('caches', {
    keys: async () => [...cacheNames],
    delete: async (name: string) => cacheNames.delete(name),
  })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  return { texts, tab, cacheNames, ended, registration }
}

beforeEach(() => {
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
})

const databases = async () => (await indexedDB.databases()).map(({ name = '' }) => name).toSorted()

test('a sign-out removes what the device holds about the member, and neither the outbox nor the theme', async () => {
  const { texts, tab, cacheNames, ended } = aBrowser()
  for (const name of [cacheDatabase('ada'), outboxDatabase('ada'), cacheDatabase('bo')]) {
    const store = openKeyValueStore(name, { durability: 'relaxed' })
    await set('a', 1, store)
    store.close()
  }
  await wipeMember('ada')
  expect([...texts.keys()]).toEqual([THEME_KEY])
  expect([...tab.keys()]).toEqual([])
  expect([...cacheNames]).toEqual([SHELL])
  expect(await databases()).toEqual([cacheDatabase('bo'), outboxDatabase('ada')].toSorted())
  expect(ended).toEqual(['one', 'two', 'subscription'])
})

test('a full device frees the pictures and songs, which can be fetched again', async () => {
  const { cacheNames } = aBrowser()
  await freeSpace()
  expect([...cacheNames]).toEqual([FEED, SHELL])
})

test('a sign-out does not wait for a push service that never responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { registration, cacheNames } = aBrowser()
  registration.pushManager.getSubscription = async () => ({ unsubscribe: () => new Promise(() => {}) })
  let isOver = false
  const wiped = wipeMember('ada').then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(1999)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await wiped
  expect([...cacheNames]).toEqual([SHELL])
})

test.for([
  ['without a service worker', () => vi.stubGlobal('navigator', {})],
  ['without a registration', () => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => {} } })],
  ['without caches (plain http in a LAN)', () => vi.stubGlobal('caches', undefined)],
] as const)('a sign-out removes the keys in a browser %s', async ([, without]) => {
  const { texts } = aBrowser()
  without()
  await wipeMember('ada')
  expect([...texts.keys()]).toEqual([THEME_KEY])
})

test('a sign-out removes the keys also if the browser rejects the end of its subscription', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { registration, texts } = aBrowser()
  registration.getNotifications = () => Promise.reject(new Error('not allowed'))
  await wipeMember('ada')
  expect([...texts.keys()]).toEqual([THEME_KEY])
  expect(warned).toHaveBeenCalledOnce()
})
