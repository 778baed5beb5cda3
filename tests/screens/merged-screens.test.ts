import { expect, test } from 'vitest'
import { member } from './host.ts'
import { showScreen } from './show-screen.ts'

test.each([
  ['/friends', '/search'],
  ['/outbox', '/settings/device'],
  ['/settings/invitations', '/settings/privacy'],
  ['/settings/scrobbling', '/settings/listening?for=scrobbling'],
  ['/settings/scrobbling?proof=a&token=b', '/settings/listening?proof=a&token=b&for=scrobbling'],
])('%s leads to %s', async (from, to) => {
  const screen = await showScreen(from, member)
  await screen.waits(() => expect(screen.address()).toBe(to))
})

test('settings have five groups of a member, and a link to the server', async () => {
  const screen = await showScreen('/settings', member)
  await screen.shows('Connections')
  const groups = ['Connections', 'Notifications', 'Sign-in and security', 'Privacy and data', 'Offline']
  expect(screen.links().filter((link) => [...groups, 'About this server', 'Invitations'].includes(link ?? ''))).toEqual(
    [...groups, 'About this server'],
  )
})
