import { expect, onTestFinished, test } from 'vitest'
import { HEAD_LIMIT } from '#contract/broadcasts/feed-head.ts'
import { hideSystemPosts } from '#src/broadcasts/fold/system-posts-setting.ts'
import { member } from './host.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const head = `get-broadcasts?current_user=${member}&limit=${HEAD_LIMIT}`
const reads = () => host.requests(head).length
const track = { id: 7, user: 'bea', title: 'Hear', type: 'Track', timestamp: '2026-11-24T10:00:00Z', likes: 3 }

/** The feed was read before the broadcast that the first status announces. */
async function showOutdatedFeed() {
  host.responds({
    [head]: { broadcasts: [track] },
    'user/status': { viewer: member, newest_broadcast: 9, unread_messages: 0, swaps_waiting: 0 },
  })
  const screen = await showScreen('/', member)
  await screen.contains('Hear')
  await expect.poll(() => host.requests('user/status').length).toBeGreaterThan(0)
  return screen
}

test('the first status announces broadcasts newer than the feed', async () => {
  const screen = await showOutdatedFeed()
  await screen.shows('New broadcasts')
  expect(reads()).toBe(1)
})

test('with posts by System hidden, the feed is read once more instead: the newest may be by System', async () => {
  hideSystemPosts(true)
  onTestFinished(() => hideSystemPosts(false))
  const screen = await showOutdatedFeed()
  await expect.poll(reads).toBe(2)
  await screen.hides('New broadcasts')
  await screen.refresh()
  expect(reads()).toBe(3)
})
