import { expect, test } from 'vitest'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

test.each([
  ['/friends', '/search'],
  ['/week', '/listening'],
  ['/week?week=2026-W47', '/listening?period=2026-W47'],
  ['/rewind?period=2026', '/listening?period=2026'],
  ['/outbox', '/settings/device'],
  ['/settings/invitations', '/settings/privacy'],
  ['/settings/scrobbling', '/settings/listening?for=scrobbling'],
  ['/settings/scrobbling?token=b', '/settings/listening?token=b&for=scrobbling'],
])('%s leads to %s', async (from, to) => {
  const screen = await showScreen(from, member)
  await screen.waits(() => expect(screen.address()).toBe(to))
})

test.each([
  ['/settings/scrobbling', 'user/prove-relay'],
  ['/settings/listening', 'user/prove-music-account'],
])("the parameters of Last.fm's redirect to %s are sent to %s alone", async (path, call) => {
  host.responds({
    'user/music-account': { services: [], account: null },
    'user/relays': { relays: [], targets: [] },
    'user/listening-sources': { sources: [], imports: [], oldest: null, newest: null },
  })
  const screen = await showScreen(`${path}?proof=a&token=b`, member)
  await screen.waits(() => expect(host.requests(call)).toHaveLength(1))
  await screen.waits(() => expect(screen.address()).toBe('/settings/listening'))
  expect(host.requests('user/prove-')).toHaveLength(1)
})

test('settings have five groups of a member, and a link to the server', async () => {
  const screen = await showScreen('/settings', member)
  await screen.shows('Connections')
  const groups = ['Connections', 'Notifications', 'Sign-in and security', 'Privacy and data', 'Offline']
  expect(screen.links().filter((link) => [...groups, 'About this server', 'Invitations'].includes(link ?? ''))).toEqual(
    [...groups, 'About this server'],
  )
})

test.each([
  '/listening',
  '/listening?period=2026-10',
  '/listening?period=2026',
  '/listening?period=x',
  '/charts',
  '/listens',
])('%s is a part of the listening of the user, with links to the other parts', async (path) => {
  const screen = await showScreen(path, member)
  await screen.shows('Your listening')
  for (const part of ['Week', 'Month', 'Year', 'Charts', 'Listens']) expect(screen.links()).toContain(part)
})

test('the charts of another member have no parts of the own listening', async () => {
  const screen = await showScreen('/charts?user=kojiro', member)
  await screen.shows('Charts of kojiro')
  expect(screen.links()).not.toContain('Week')
})
