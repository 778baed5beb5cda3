import { expect, test, vi } from 'vitest'
import { FEED_KEY } from '#contract/storage-names.ts'
import { chooseFeed } from '#src/broadcasts/feed-choice.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const NOW = '2026-11-25T08:12:00.000Z'
const broadcast = { id: 7, user: 'kojiro', title: 'This bridge.', body: 'Night Bus by The Tunnels', type: 'Track' }
const reply = (id: number, more: object = {}) => ({
  id,
  user: 'bo',
  text: `text ${id}`,
  timestamp: NOW,
  mentions: [],
  ...more,
})
/** The requests for the newest broadcasts. */
const HEAD = `get-broadcasts?current_user=${member}&limit=50`
const FOLLOWING_HEAD = `user/following-broadcasts?user=${member}&limit=50`
const onFeed = (more: object = {}) => ({ 'get-broadcasts': { broadcasts: [{ ...broadcast, ...more }] } })

test('a broadcast on a host without replies has no field for one', async () => {
  host.responds(onFeed())
  const screen = await showScreen('/broadcast/7', member)
  await screen.shows('This bridge.')
  await screen.hides('Loading replies...')
  expect(screen.buttons()).not.toContain('Send')
})

test('a member requests a broadcast by its id, which the page of the feed may leave out', async () => {
  host.responds({ [`get-broadcasts?current_user=${member}&limit=1&before=8&id=7`]: { broadcasts: [broadcast] } })
  const screen = await showScreen('/broadcast/7', member)
  await screen.shows('This bridge.')
})

test('replies are oldest first, with links to the members that they mention', async () => {
  const mentions = [{ written: 'mirelle', username: 'mirelle.v' }]
  const newest = reply(9, { text: 'hear this, @mirelle!', mentions })
  host.responds({ ...onFeed({ replies: 2 }), 'broadcast/replies': { replies: [newest, reply(8, { edited: true })] } })
  const screen = await showScreen('/broadcast/7', member)
  await screen.shows('@mirelle')
  await screen.contains('· edited')
  await screen.contains('text 8')
  expect(screen.targets()).toContain('/profile/mirelle.v')
})

test('a refused reply stays with its text and the reason', async () => {
  const refusal = { status: 404, json: { error: 'This broadcast no longer exists.', code: 'not_found' } }
  host.responds({ ...onFeed({ replies: 0 }), 'broadcast/replies': { replies: [] }, 'create-reply': refusal })
  const screen = await showScreen('/broadcast/7', member)
  await screen.shows('No replies yet.')
  await screen.enters('Write a reply...', 'So good')
  await screen.shows('This broadcast no longer exists.')
  await screen.shows('So good')
  expect(screen.buttons()).toEqual(expect.arrayContaining(['Retry', 'Copy', 'Discard']))
  host.responds({ 'get-broadcasts': { broadcasts: [] }, 'broadcast/replies': 404 })
  await screen.refresh()
  await screen.shows('Broadcast not found')
  await screen.shows('So good')
})

test('an edit of a reply that arrives too late stays with its text and the reason, and can be copied', async () => {
  const late = { status: 409, json: { error: 'A reply can be edited for 10 minutes.', code: 'edit_too_late' } }
  const own = reply(9, { user: member, text: 'as sent', timestamp: new Date().toISOString() })
  host.responds({ ...onFeed({ replies: 1 }), 'broadcast/replies': { replies: [own] }, 'edit-reply': late })
  const screen = await showScreen('/broadcast/7', member)
  await screen.press('More about your reply')
  await screen.press('Edit')
  await screen.types('Reply', '!')
  await screen.press('Save')
  await screen.shows('A reply can be edited for 10 minutes.')
  await screen.shows('as sent!')
  await screen.shows('as sent')
  expect(screen.buttons()).toEqual(expect.arrayContaining(['Copy', 'Discard']))
  expect(screen.buttons()).not.toContain('Retry')
})

test('a visitor reads replies and is invited to log in', async () => {
  host.responds({ ...onFeed({ replies: 1 }), 'broadcast/replies': { replies: [reply(8)] } })
  const screen = await showScreen('/broadcast/7', null)
  await screen.contains('text 8')
  await screen.shows('Log in to reply')
  expect(screen.buttons()).not.toContain('Send')
})

/** Presses the feed's tab until it is requested: the tab's code is loaded once the page is idle. */
async function refreshFeed(screen: Awaited<ReturnType<typeof showScreen>>, path: string): Promise<void> {
  const { length } = host.requests(path)
  await vi.waitFor(async () => {
    await screen.press(/^Feed/)
    expect(host.requests(path).length).toBeGreaterThan(length)
  }, 25_000)
}

test('the chosen feed of followed members is shown, and remembered', async () => {
  chooseFeed(true)
  host.responds({
    ...onFeed({ replies: 0 }),
    'user/following-broadcasts': { broadcasts: [{ ...broadcast, title: 'By a friend.' }] },
  })
  const screen = await showScreen('/', member)
  await screen.shows('By a friend.')
  expect(host.requests('get-broadcasts')).toEqual([])
  await refreshFeed(screen, FOLLOWING_HEAD)
  await screen.press('Everyone')
  await screen.shows('This bridge.')
  await screen.shows('Following')
  expect(localStorage.getItem(FEED_KEY)).toBeNull()
  const { length } = host.requests(FOLLOWING_HEAD)
  await refreshFeed(screen, HEAD)
  expect(host.requests(FOLLOWING_HEAD)).toHaveLength(length)
})

test('the feed of everyone alone is requested while it is chosen', async () => {
  host.responds(onFeed({ replies: 0 }))
  const screen = await showScreen('/', member)
  await screen.shows('This bridge.')
  expect(host.requests(FOLLOWING_HEAD)).toEqual([])
})

test('a host without the feed of followed members shows that of everyone, without a switch', async () => {
  chooseFeed(true)
  host.responds(onFeed())
  const screen = await showScreen('/', member)
  await screen.shows('This bridge.')
  expect(screen.buttons()).not.toContain('Following')
})
