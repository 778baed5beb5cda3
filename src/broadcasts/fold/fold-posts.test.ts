import { expect, test } from 'vitest'
import type { FeedItem } from '../overlay.ts'
import { foldPosts, isFold } from './fold-posts.ts'

const item = (id: number, user: string, type = 'Activity'): FeedItem => ({
  id,
  user,
  title: `${id}`,
  body: '',
  type,
  relatedid: null,
  timestamp: '2026-11-20T08:00:00.000Z',
  likes: 0,
  isLiked: false,
  edited: false,
  track_url: '',
  user_pfp_sm: '',
  user_pfp_med: '',
  user_pfp_lg: '',
  user_pfp_xl: '',
  track: undefined,
  artist: undefined,
  client_id: undefined,
  about_user: undefined,
  about_other: undefined,
  about_swap: undefined,
})
const system = (id: number) => item(id, 'System')
const share = (id: number) => item(id, 'ada', 'Track')

/** Returns rows as ids; a fold as its posts' ids. */
const shape = (items: readonly FeedItem[], open: readonly number[] = []) =>
  foldPosts(items, new Set(open)).map((row) => (isFold(row) ? row.posts.map(({ id }) => id) : row.id))

test("consecutive posts of System become one row; a single one and members' broadcasts stay", () => {
  expect(shape([system(9), system(8), share(7), system(6), share(5), system(4), system(3), system(2)])).toEqual([
    [9, 8],
    7,
    6,
    5,
    [4, 3, 2],
  ])
})

test('an open fold is followed by its posts, and stays open when posts join it at either end', () => {
  expect(shape([share(9), system(8), system(7)], [8, 7])).toEqual([9, [8, 7], 8, 7])
  expect(shape([system(9), system(8), system(7), system(6)], [8, 7])).toEqual([[9, 8, 7, 6], 9, 8, 7, 6])
})

test('the key of a fold differs from those of its posts, and older posts do not change it', () => {
  const key = (items: readonly FeedItem[]) => foldPosts(items, new Set()).find(isFold)?.id
  expect(key([system(8), system(7)])).toBe(8.5)
  expect(key([system(8), system(7), system(6)])).toBe(8.5)
})

test('a track shared by System is not folded as activity', () => {
  expect(shape([item(2, 'System', 'Track'), item(1, 'System', 'Track')])).toEqual([2, 1])
})
