import { expect, test } from 'vitest'
import type { Broadcast } from '#contract/broadcasts/feed.ts'
import { shownRows } from '#src/cache/hidden-row.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import { pendingOver } from '#src/offline/outbox/pending.ts'
import { overlayFeed } from './overlay.ts'

const broadcast = (id: number, more: Partial<Broadcast> = {}): Broadcast => ({
  id,
  user: 'bea',
  title: '',
  body: '',
  type: 'Track',
  relatedid: null,
  timestamp: '',
  likes: 3,
  isLiked: false,
  replies: undefined,
  edited: false,
  track_url: '',
  user_pfp_sm: '',
  user_pfp_med: '',
  user_pfp_lg: '',
  user_pfp_xl: '',
  track: undefined,
  artist: undefined,
  client_id: undefined,
  ...more,
})
const entry = (seq: number, action: string, args: object, more: Partial<Entry> = {}): Entry => ({
  v: 1,
  seq,
  client_id: `act-${seq}`,
  action,
  args: { user: 'ada', ...args },
  lane: 'any',
  status: 'queued',
  attempts: 0,
  createdAt: 0,
  ...more,
})
const like = (seq: number, more: Partial<Entry> = {}) =>
  entry(seq, 'broadcasts.setLike', { broadcastId: 1, isLiked: true }, more)
const share = (more: Partial<Entry> = {}) =>
  entry(9, 'broadcasts.share', { title: 'Hear', trackId: 1, track: 'T', artist: 'A', url: '' }, more)
const showFeed = (...args: Parameters<typeof overlayFeed>) => shownRows(overlayFeed(...args))
const pending = (entries: Entry[], requestedAtRev = 0) =>
  pendingOver({ meta: { rev: 9, seq: 9 }, entries }, { requestedAtRev, requestedAt: 0 })

test('a like adds one to the count, applied once or twice, whether the response contains it or not', () => {
  const once = showFeed([broadcast(1)], pending([like(1)]))
  expect(once).toMatchObject([{ likes: 4, isLiked: true }])
  expect(showFeed(once, pending([like(1)]))).toEqual(once)
  expect(showFeed([broadcast(1, { likes: 4, isLiked: true })], pending([like(1)]))).toMatchObject([{ likes: 4 }])
})

test('an acknowledged like is applied to responses requested before it, not to later ones', () => {
  const acked = [like(1, { status: 'acked', ackedRev: 5 })]
  expect(showFeed([broadcast(1)], pending(acked, 4))).toMatchObject([{ isLiked: true }])
  expect(showFeed([broadcast(1)], pending(acked, 5))).toMatchObject([{ isLiked: false }])
})

test('a failed like, or one of a deleted broadcast, is not shown as done', () => {
  const failure = { sentence: 'No' }
  expect(showFeed([broadcast(1)], pending([like(1, { status: 'parked', failure })]))).toMatchObject([{ likes: 3 }])
  const dropped = like(1, { status: 'acked', ackedRev: 5, failure })
  expect(showFeed([broadcast(1)], pending([dropped], 4))).toMatchObject([{ likes: 3 }])
})

test('a share is on top, once, until the response has its id or its client_id', () => {
  const once = showFeed([broadcast(1)], pending([share()]))
  expect(once.map(({ id }) => id)).toEqual([-9, 1])
  expect(showFeed(once, pending([share()]))).toHaveLength(2)
  expect(showFeed([broadcast(5, { client_id: 'act-9' })], pending([share()]))).toHaveLength(1)
  const acked = share({ status: 'acked', ackedRev: 5, madeId: 5 })
  expect(showFeed([broadcast(5)], pending([acked]))).toHaveLength(1)
  const deleted = entry(10, 'broadcasts.delete', { broadcastId: 5, title: '' })
  expect(showFeed([], pending([acked, deleted]))).toEqual([])
})

test("on a host without isLiked the heart stays filled after a refetch, and the count is the host's", () => {
  const like = (seq: number, isLiked: boolean, more: Partial<Entry>) =>
    entry(seq, 'broadcasts.setLike', { broadcastId: 5, isLiked }, more)
  const likes = [like(1, true, { status: 'acked', attempts: 1, attemptedAt: 20, ackedRev: 1 })]
  const meta = { rev: 1, seq: 1, remembered: ['like:5'] }
  const row = broadcast(5, { isLiked: undefined })
  const seen = (entries: Entry[], requestedAtRev: number, receivedAt = 10) =>
    showFeed([row, broadcast(4)], pendingOver({ meta, entries }, { requestedAtRev, requestedAt: 0, receivedAt })).map(
      ({ isLiked, likes }) => [isLiked, likes],
    )
  expect(seen(likes, 0)).toEqual([
    [true, 4],
    [false, 3],
  ])
  expect(seen(likes, 1)[0]).toEqual([true, 3])
  expect(seen([], 1)[0]).toEqual([true, 3])
  expect(seen([like(2, false, {})], 1)[0]).toEqual([false, 2])
  // The response may have been created after these attempts.
  expect(seen(likes, 0, 30)[0]).toEqual([true, 3])
  const unlike = like(2, false, { attempts: 1, attemptedAt: 20 })
  expect([seen([unlike], 1, 30)[0], seen([unlike], 1)[0]]).toEqual([
    [false, 3],
    [false, 2],
  ])
})

test('a broadcast by or about a muted member is hidden, and stays in its page', () => {
  const mute = entry(1, 'accounts.setMute', { other: 'Bea', isMuted: true })
  const rows = [broadcast(3), broadcast(2, { user: 'System', about_user: 'bea' }), broadcast(1, { user: 'cy' })]
  expect(overlayFeed(rows, pending([mute]))).toEqual([
    { id: 3, isHidden: true },
    { id: 2, isHidden: true },
    broadcast(1, { user: 'cy' }),
  ])
})
