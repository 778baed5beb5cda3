import { get, set, type UseStore } from 'idb-keyval'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AVATAR_CACHE, MEMBER_KEY } from '#contract/storage-names.ts'
import { enterDevice, openDeviceStore, openOutboxDatabase, readDevice } from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { startDeviceSession } from '#src/session/member-session.ts'
import { enter, leave } from '#src/session/sign-in-out.ts'
import { member } from './host.ts'
import { host } from './setup.ts'

/** A signed-in member with a stored picture and unsent data, and what a sign-out does in the page. */
async function signIn() {
  host.responds({ 'user/logout': { success: true } })
  const pictures = new Set([AVATAR_CACHE])
  vi.stubGlobal('caches', {
    has: async (name: string) => pictures.has(name),
    keys: async () => [...pictures],
    delete: async (name: string) => pictures.delete(name),
  })
  const store = openDeviceStore()
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => true })
  const session = await startDeviceSession(store, connectivity, await enterDevice(store, member))
  const outbox = openOutboxDatabase(store, member, 0)
  await set('unsent', 'text', outbox)
  onTestFinished(() => {
    session.end()
    outbox.close()
    vi.restoreAllMocks()
  })
  let isFull = false
  const fill = () => (isFull = true)
  /** A full device stores nothing until its pictures are deleted. */
  const useStore: UseStore = async (mode, callback) => {
    if (isFull && mode === 'readwrite' && pictures.size > 0) throw new DOMException('full', 'QuotaExceededError')
    return store(mode, callback)
  }
  const device = Object.assign(useStore, { close: store.close })
  const moveTo = vi.fn<() => Promise<void>>(async () => {})
  const announce = vi.fn<() => void>()
  const context = { device, connectivity, getSession: () => session, moveTo, announce }
  const expectSignedOut = async () => {
    expect(await readDevice(device)).toMatchObject({ name: null, generation: 1 })
    expect(announce).toHaveBeenCalledOnce()
    expect(moveTo).toHaveBeenCalledWith(expect.objectContaining({ name: null }))
    expect(await get('unsent', outbox)).toBe('text')
    await vi.waitFor(() => expect(host.requests('user/logout')).toHaveLength(1))
  }
  return { fill, context, leaves: () => leave(context, 'keep'), expectSignedOut }
}

test('a sign-out on a full device deletes its pictures, is complete, and retains what is unsent', async () => {
  const { fill, leaves, expectSignedOut } = await signIn()
  fill()
  await leaves()
  await expectSignedOut()
})

test('a sign-out is complete also if the browser does not delete the stored data', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { leaves, expectSignedOut } = await signIn()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('blocked', 'UnknownError')
  })
  await leaves()
  await expectSignedOut()
  expect(warned).toHaveBeenCalledWith(expect.stringMatching(/could not be deleted/), expect.any(DOMException))
})

test('a sign-in of another member is complete also if the browser does not delete the stored data', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { context } = await signIn()
  vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
    throw new DOMException('blocked', 'UnknownError')
  })
  await enter(context, 'bo', '/')
  expect(context.announce).toHaveBeenCalledOnce()
  expect(localStorage.getItem(MEMBER_KEY)).toContain('"bo"')
  expect(warned).toHaveBeenCalledWith(expect.stringMatching(/could not be deleted/), expect.any(DOMException))
})
