import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { entries } from 'idb-keyval'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cacheDatabase, PUSHED_CHANNEL } from '#contract/storage-names.ts'
import { openKeyValueStore } from '#src/offline/device/idb.ts'
import { enterDevice, leaveDevice, openDeviceStore } from '#src/offline/device/member.ts'
import { pushJson } from '#tests/support/pushes.ts'
import { openNotification } from './open-notification.ts'
import { receivePush } from './push.ts'

const ORIGIN = 'https://music.example'
const GENERIC = 'Something new happened. Open Flipside to see it.'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
})

interface Window {
  url: string
  focused: boolean
  visibilityState: 'visible' | 'hidden'
  /** Whether its page replies to the worker. */
  isAlive?: boolean
}

/** The global scope of a worker, with these open windows. */
function aWorker(windows: Window[] = [], connection: { saveData?: boolean } = {}) {
  const shown: { title: string; body: string | undefined; tag: string | undefined }[] = []
  const did: string[] = []
  const toClient = (window: Window) => ({
    ...window,
    focus: async () => {
      did.push(`focus ${window.url}`)
      return toClient(window)
    },
    navigate: async (path: string) => void did.push(`navigate ${path}`),
    postMessage: ({ path }: { path: string }, [port]: [MessagePort]) => {
      if (window.isAlive !== true) return
      did.push(`open ${path}`)
      port.postMessage('opened')
      port.close()
    },
  })
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    navigator: {
      setAppBadge: async (count: number) => void did.push(`badge ${count}`),
      clearAppBadge: async () => {},
      connection,
    },
    registration: {
      showNotification: async (title: string, { body, tag }: NotificationOptions) =>
        void shown.push({ title, body, tag }),
    },
    clients: {
      matchAll: async () => windows.map(toClient),
      openWindow: async (path: string) => void did.push(`window ${path}`),
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return { shown, did }
}

/** A push event with this content. */
const push = (data: unknown) =>
  ({ data: { json: () => (typeof data === 'string' ? JSON.parse(data) : data) } }) as PushEvent
const press = (data: unknown) => ({ notification: { data, close: () => {} } }) as unknown as NotificationEvent

async function signedIn(name: string) {
  const device = openDeviceStore()
  await enterDevice(device, name)
  return device
}

/** Returns the hashes of ada's stored responses. */
async function stored(): Promise<IDBValidKey[]> {
  const store = openKeyValueStore(cacheDatabase('ada'), { durability: 'relaxed' })
  const keys = (await entries(store)).map(([key]) => key)
  store.close()
  return keys
}

test('a push is shown, counted on the icon and stored', async () => {
  await signedIn('Ada')
  const { shown, did } = aWorker()
  await receivePush(push(pushJson('ada')))
  expect(shown).toEqual([{ title: 'Bo', body: 'wrote: see you at eight', tag: 'message-2' }])
  expect(did).toEqual(['badge 3'])
  expect(await stored()).toContain(JSON.stringify(['messages', 'conversation', 'Ada', 'bo']))
})

test('what a push points to is fetched without counting as a visit, stored and announced to pages', async () => {
  await signedIn('ada')
  const { shown } = aWorker()
  const sent: [string, RequestInit['headers']][] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push([url, headers])
    return Response.json({ userProfile: [{ profile: 'Bo' }] })
  })
  const announced: unknown[] = []
  const channel = new BroadcastChannel(PUSHED_CHANNEL)
  channel.onmessage = ({ data }) => void announced.push(data)
  const follow = { kind: 'follow', path: '/profile/Bo', message: undefined }
  await receivePush(push(pushJson('ada', follow)))
  expect(shown).toHaveLength(1)
  expect(sent).toEqual([['/api/user/profile?user=Bo', { 'x-in-background': '1' }]])
  expect(await stored()).toContain(JSON.stringify(['accounts', 'profile', 'bo']))
  const fetched = [expect.objectContaining({ queryKey: ['accounts', 'profile', 'bo'] })]
  await expect.poll(() => announced).toEqual([expect.anything(), { member: 'ada', fetched }])
  channel.close()
})

test('nothing is fetched for a user that saves data', async () => {
  await signedIn('ada')
  aWorker([], { saveData: true })
  const request = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', request)
  await receivePush(push(pushJson('ada', { kind: 'follow', path: '/profile/Bo', message: undefined })))
  expect(request).not.toHaveBeenCalled()
})

test('a push is shown and stored before a host that never responds does', async () => {
  await signedIn('ada')
  const { shown } = aWorker()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  void receivePush(push(pushJson('ada', { kind: 'follow', path: '/profile/Bo', message: undefined })))
  await expect.poll(() => shown).toHaveLength(1)
  await expect.poll(() => stored()).toContain(JSON.stringify(['activity', 'list', 'ada']))
})

test.each([
  ['malformed', '{"web_push":'],
  ['of another form', { web_push: 1 }],
  ['for another member', pushJson('bo')],
])('a push that is %s is shown without content, and not stored', async (_, data) => {
  await signedIn('ada')
  const { shown, did } = aWorker()
  await receivePush(push(data))
  expect(shown).toEqual([{ title: 'Flipside', body: GENERIC, tag: 'unreadable' }])
  expect(did).toEqual([])
  expect(await stored()).toEqual([])
})

test('nothing of a push is shown once the member has signed out', async () => {
  await leaveDevice(await signedIn('ada'))
  const { shown } = aWorker()
  await receivePush(push(pushJson('ada')))
  expect(shown.map(({ body }) => body)).toEqual([GENERIC])
  expect(await stored()).toEqual([])
})

test('a message is shown unless its conversation is in front', async () => {
  await signedIn('ada')
  const inFront = aWorker([{ url: `${ORIGIN}/dm/Bo`, focused: true, visibilityState: 'visible' }])
  await receivePush(push(pushJson('ada')))
  expect(inFront.shown).toEqual([])
  const behind = aWorker([{ url: `${ORIGIN}/dm/Bo`, focused: false, visibilityState: 'hidden' }])
  await receivePush(push(pushJson('ada')))
  expect(behind.shown).toHaveLength(1)
})

test('a push is shown although a page in front is at its path, unless that is its conversation', async () => {
  await signedIn('ada')
  const { shown } = aWorker([{ url: `${ORIGIN}/profile/Bo`, focused: true, visibilityState: 'visible' }], {
    saveData: true,
  })
  await receivePush(push(pushJson('ada', { kind: 'follow', path: '/profile/Bo', message: undefined })))
  expect(shown).toHaveLength(1)
})

test('a press opens the path by the router of an open window', async () => {
  const window = { url: `${ORIGIN}/`, focused: false, visibilityState: 'hidden', isAlive: true } as const
  const { did } = aWorker([window])
  await openNotification(press({ path: '/dm/Bo' }))
  expect(did).toEqual([`focus ${ORIGIN}/`, 'open /dm/Bo'])
})

test('a press navigates a window that does not reply, and opens one if there is none', async () => {
  const frozen = aWorker([{ url: `${ORIGIN}/`, focused: false, visibilityState: 'hidden' }])
  await openNotification(press({ path: '/dm/Bo' }))
  expect(frozen.did).toEqual([`focus ${ORIGIN}/`, 'navigate /dm/Bo'])
  const closed = aWorker()
  await openNotification(press({ path: 'https://evil.example/' }))
  expect(closed.did).toEqual(['window /'])
})
