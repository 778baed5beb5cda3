import { expect, onTestFinished, test, vi } from 'vitest'
import { liveOptions } from '#src/cache/live.ts'
import { enterDevice, openDeviceStore } from '#src/offline/device/member.ts'
import { createConnectivity } from '#src/offline/drain/connectivity.ts'
import { startDeviceSession } from '#src/session/member-session.ts'
import { statusQuery } from '#src/status/queries.ts'
import { member } from './host.ts'
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
