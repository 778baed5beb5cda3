import { expect, test } from 'vitest'
import { activeTab } from './active-tab.ts'

test('the feed is / alone', () => {
  expect(activeTab('/')).toBe('feed')
})

test.each(['/search', '/search/'])('%s belongs to Search', (path) => {
  expect(activeTab(path)).toBe('search')
})

test.each(['/track-swap', '/track-swap-entry', '/track-swap-history', '/track-swap-detail', '/track-swap-action'])(
  '%s belongs to Track Swap',
  (path) => {
    expect(activeTab(path)).toBe('swap')
  },
)

test.each([
  '/profile',
  '/profile/mirelle',
  '/settings',
  '/settings/listening',
  '/artist/3',
  '/login',
  '/broadcast-track',
  '/nowhere',
  '/dmitri',
])('%s belongs to Profile', (path) => {
  expect(activeTab(path)).toBe('profile')
})

test('a conversation has no tab bar', () => {
  expect(activeTab('/dm/mirelle')).toBe(null)
})
