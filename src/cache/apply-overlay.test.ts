import { expect, test } from 'vitest'
import { feedQuery } from '#src/broadcasts/queries.ts'
import type { Entry } from '#src/offline/outbox/entry.ts'
import type { CachedResponse } from './live.ts'
import { applyOverlay } from './useLive.ts'

const { overlay } = feedQuery('ada')
type Response = Parameters<typeof overlay>[0]

const row = (id: number, likes = 3) => ({ id, user: 'bea', likes, isLiked: false }) as Response['broadcasts'][number]
const cached = (...broadcasts: Response['broadcasts']): CachedResponse<Response> => ({
  response: { broadcasts },
  requestedAtRev: 0,
  requestedAt: 0,
})
const like: Entry = {
  v: 1,
  seq: 1,
  client_id: 'like-1',
  action: 'broadcasts.setLike',
  args: { user: 'ada', broadcastId: 1, isLiked: true },
  lane: 'any',
  status: 'queued',
  attempts: 0,
  createdAt: 0,
}
const outbox = (...entries: Entry[]) => ({ meta: { rev: 0, seq: 1 }, entries })

test('a like changes its own row alone, and an outbox without an effect changes no row', () => {
  const query = {}
  const data = cached(row(1), row(2))
  const before = applyOverlay(data, overlay, outbox(), query)
  const liked = applyOverlay(data, overlay, outbox(like), query)
  expect(liked).toMatchObject([{ isLiked: true, likes: 4 }, { likes: 3 }])
  expect(liked?.[0]).not.toBe(before?.[0])
  expect(liked?.[1]).toBe(before?.[1])
  expect(applyOverlay(data, overlay, outbox(like), query)).toBe(liked)
})

test('a later response changes only the rows that differ', () => {
  const query = {}
  const before = applyOverlay(cached(row(1), row(2)), overlay, outbox(), query)
  const after = applyOverlay(cached(row(1), row(2, 5)), overlay, outbox(), query)
  expect(after?.[0]).toBe(before?.[0])
  expect(after?.[1]).toMatchObject({ likes: 5 })
})

test('the same response of two queries has a result for each', () => {
  const data = cached(row(1))
  const first = applyOverlay(data, overlay, outbox(), {})
  expect(applyOverlay(data, () => [], outbox(), {})).toEqual([])
  expect(first).toHaveLength(1)
})
