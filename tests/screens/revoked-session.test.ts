import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEVICE_CHANNEL } from '#contract/storage-names.ts'
import { startApp } from '#src/app/app.ts'
import { feedQuery, olderBroadcastsQuery } from '#src/broadcasts/queries.ts'
import { liveOptions } from '#src/cache/live.ts'
import { whenWritten } from '#src/cache/persistence.ts'
import { type Device, enterDevice, leaveDevice, openDeviceStore } from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { startDeviceSession } from '#src/session/member-session.ts'
import { enter } from '#src/session/sign-in-out.ts'
import { statusQuery } from '#src/status/queries.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const status = { newest_broadcast: null, unread_messages: 0, swaps_waiting: 0, is_suspended: false }

const PATIENCE = { timeout: 15_000 }

/** Starts a member's session on a host whose status has none. */
async function watchSession(session: object) {
  host.responds({ 'user/status': { ...status, viewer: null }, 'user/session': session })
  const device = openDeviceStore()
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => true })
  const onRevoked = vi.fn<() => void>()
  const deviceSession = await startDeviceSession(device, connectivity, await enterDevice(device, member), onRevoked)
  onTestFinished(() => deviceSession.end())
  const readStatus = () => deviceSession.client.fetchQuery({ ...liveOptions(statusQuery), staleTime: 0 })
  await readStatus()
  return { onRevoked, readStatus }
}

test('the end of a session is reported once the server has confirmed it twice', async () => {
  const { onRevoked } = await watchSession({ viewer: null })
  await vi.waitFor(() => expect(onRevoked).toHaveBeenCalledOnce(), PATIENCE)
})

test('a session that the server still has is not reported as ended', async () => {
  const { onRevoked, readStatus } = await watchSession({ viewer: member })
  const checks = () => host.requests('user/session').length
  await vi.waitFor(() => expect(checks()).toBeGreaterThan(0), PATIENCE)
  // A check begins when the last one has ended.
  const before = checks()
  await vi.waitFor(async () => {
    await readStatus()
    expect(checks()).toBeGreaterThan(before)
  }, PATIENCE)
  expect(onRevoked).not.toHaveBeenCalled()
})

test.each([[{}], [[]], [{ error: 'The database is down.' }]])(
  'the end of a session is not read from a response that does not state it: %j',
  async (response) => {
    const { onRevoked, readStatus } = await watchSession({ viewer: null })
    // The status has suspected it; from now on nothing is stated.
    host.responds({ 'user/status': response, 'user/session': response })
    const checks = () => host.requests('user/session').length
    await vi.waitFor(() => expect(checks()).toBeGreaterThan(1), PATIENCE)
    await expect(readStatus()).rejects.toThrow(/response|200/)
    expect(onRevoked).not.toHaveBeenCalled()
  },
)

test.each([
  ['/reset', 'Username or email'],
  ['/login', 'Music account username'],
  ['/signup', 'Email'],
  ['/signup?sso=sign_up', 'Email'],
])('text typed on %s stays when the end of a session is noticed', async (path, label) => {
  host.responds({
    'user/session': { viewer: member },
    'user/status': { ...status, viewer: member },
    instance: { mail: true, provider: 'Provider' },
    'user/pending-sign-up': { pending: { suggested_name: 'ada' } },
  })
  const { client, ...screen } = await showScreen(path, member)
  await screen.types(label, 'bo')
  const field = await screen.getField(label)
  client.setQueryData(['private'], 'data of the member')
  host.responds({ 'user/session': { viewer: null }, 'user/status': { ...status, viewer: null } })
  await screen.refresh()
  // Later reads have no response yet.
  host.responds({ instance: 'never', 'user/pending-sign-up': 'never' })
  const reads = host.requests('user/status').length
  await vi.waitFor(() => expect(client.getQueryData(['private'])).toBeUndefined(), PATIENCE)
  await vi.waitFor(() => expect(host.requests('user/status').length).toBeGreaterThan(reads), PATIENCE)
  expect([field.isConnected, field.value]).toEqual([true, 'bo'])
})

test('an older page that was fetched after the end of the session is not stored for the member who signs in again', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [] } })
  const device = openDeviceStore()
  const connectivity = createConnectivity({ now: () => performance.now(), isNavigatorOnline: () => true })
  let current = await startDeviceSession(device, connectivity, await enterDevice(device, member))
  onTestFinished(() => current.end())
  const older = liveOptions(olderBroadcastsQuery(member, 100, 1))
  const own = liveOptions(feedQuery(member))
  await current.client.fetchQuery(older)
  await current.client.fetchQuery(own)
  await whenWritten(current.client)
  const moveTo = async (record: Device) => {
    current.end()
    current = await startDeviceSession(device, connectivity, record)
  }
  await enter({ device, connectivity, getSession: () => current, moveTo, announce: () => {} }, member, '/')
  expect(current.client.getQueryData(older.queryKey)).toBeUndefined()
  expect(current.client.getQueryData(own.queryKey)).toBeDefined()
})

test('another tab of the member fetches what it shows again once the member has signed in again', async () => {
  host.responds({ 'user/status': { ...status, viewer: member }, 'get-broadcasts': { broadcasts: [] } })
  const device = openDeviceStore()
  await enterDevice(device, member)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const channel = new BroadcastChannel(DEVICE_CHANNEL)
  onTestFinished(async () => {
    await perform(() => root.unmount())
    channel.close()
  })
  const isRead = (times: number) =>
    vi.waitFor(() => expect(host.requests('get-broadcasts')).toHaveLength(times), PATIENCE)
  await startApp(root)
  await isRead(1)
  channel.postMessage('changed')
  await isRead(2)
  // The app has no end of its own: the member's session ends here.
  await leaveDevice(device)
  channel.postMessage('changed')
  await isRead(3)
})
