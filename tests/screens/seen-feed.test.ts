import { expect, test, vi } from 'vitest'
import { FEED_SEEN_KEY } from '#contract/storage-names.ts'
import { chooseFeed } from '#src/broadcasts/feed-choice.ts'
import { member } from './host.ts'
import { perform } from './perform.ts'
import { host } from './setup.ts'
import { showScreen } from './show-screen.ts'

const broadcast = { id: 7, user: 'bea', title: 'Hear', type: 'Track', timestamp: '2026-11-24T10:00:00Z', likes: 3 }
const seen = () => localStorage.getItem(FEED_SEEN_KEY)

test('a tab with an older feed does not overwrite what another tab has marked as seen', async () => {
  host.responds({ 'get-broadcasts': { broadcasts: [broadcast] } })
  await showScreen('/', null)
  await expect.poll(seen).toBe('7')
  await perform(() => {
    localStorage.setItem(FEED_SEEN_KEY, '9')
    window.dispatchEvent(new StorageEvent('storage', { key: FEED_SEEN_KEY }))
  })
  expect(seen()).toBe('9')
})

test('the feed of followed members leaves the mark while the newest of all broadcasts is unknown', async () => {
  localStorage.setItem(FEED_SEEN_KEY, '9')
  chooseFeed(true)
  host.responds({ 'user/following-broadcasts': { broadcasts: [broadcast] } })
  const screen = await showScreen('/', member)
  await screen.shows('Hear')
  await vi.waitFor(() => expect(host.requests('user/status')).not.toEqual([]))
  expect(seen()).toBe('9')
})
