import { expect, test } from 'vitest'
import { mergeFeed } from './merge-feed.ts'
import type { FeedItem } from './overlay.ts'

const item = (id: number): FeedItem => ({
  id,
  user: 'mirelle',
  title: '',
  body: 'Night Bus by Lamplight Parade',
  type: 'Track',
  relatedid: 1,
  timestamp: '2026-11-20T08:00:00.000Z',
  likes: 0,
  isLiked: false,
  track_url: '',
  user_pfp_sm: '',
  user_pfp_med: '',
  user_pfp_lg: '',
  user_pfp_xl: '',
})
const items = (...ids: number[]) => ids.map(item)
const idsOf = (feed: { items: FeedItem[] }) => feed.items.map((it) => it.id)

test('a broadcast that stands in head and older page is shown once', () => {
  const merged = mergeFeed(items(9, 8, 7), [{ before: 8, items: items(7, 6), isFailed: false }])
  expect(idsOf(merged)).toEqual([9, 8, 7, 6])
  expect(merged.next).toBe(6)
})

test('older pages stay while new broadcasts push the head down without a gap', () => {
  const merged = mergeFeed(items(12, 11, 10, 9), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([12, 11, 10, 9, 8, 7])
})

test('a gap above the first older page sends the reader back to the head, never over a hole', () => {
  const merged = mergeFeed(items(30, 29), [{ before: 9, items: items(8, 7), isFailed: false }])
  expect(idsOf(merged)).toEqual([30, 29])
  expect(merged.used).toEqual([])
  expect(merged.next).toBe(29)
})

test('a host without cursors ends the feed: its page brings nothing new', () => {
  const merged = mergeFeed(items(3, 2), [{ before: 2, items: items(3, 2), isFailed: false }])
  expect(merged.hasMore).toBe(false)
  expect(merged.next).toBeUndefined()
})

test('a page that failed can be asked for again, and nothing is asked below it meanwhile', () => {
  const merged = mergeFeed(items(3, 2), [{ before: 2, items: undefined, isFailed: true }])
  expect(merged).toMatchObject({ hasMore: true, isLoading: false, next: undefined })
})

test('what waits to be created is no cursor', () => {
  expect(mergeFeed([item(5), item(-1)], []).next).toBe(5)
  expect(mergeFeed([item(-1)], []).hasMore).toBe(false)
})
