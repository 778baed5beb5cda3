import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { endpointName } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { isServerId, lastCursor, pageParams, TimedId } from './page.ts'

/** Lists in time order, with texts as cursors. */
const timed = ['/api/user/listens', '/api/user/activity']
const paged = endpoints.filter(({ query, path }) => 'before' in query.entries && !timed.includes(path))
const { limit, before } = pageParams(50)

test('the cursor of a list is the last id', () => {
  expect(lastCursor([{ id: 9 }, { id: 7 }])).toBe(7)
  expect(lastCursor([])).toBeUndefined()
})

test('rows of pending creations and rows without an id are not used as a cursor', () => {
  expect(lastCursor([{ id: 9 }, { id: -2 }, {}])).toBe(9)
  expect(lastCursor([{ id: -2 }, {}])).toBeUndefined()
})

test.each(['1', ' 12 ', 12, '999999999999999'])('reads the cursor %j', (cursor) => {
  expect(v.parse(before, cursor)).toBe(Number(cursor))
})

test.each([
  ['', 'must be a whole number'],
  ['abc', 'must be a whole number'],
  ['1.5', 'must be a whole number'],
  ['0x10', 'must be a whole number'],
  ['9999999999999999', 'must be a whole number'],
  ['0', 'must be at least 1'],
  ['-3', 'must be at least 1'],
])('rejects the cursor %j with a sentence', (cursor, sentence) => {
  expect(v.safeParse(before, cursor).issues?.[0].message).toBe(sentence)
})

test('an id of a list by time is ordered as text, and refused in any other form', () => {
  const id = TimedId('must be an id')
  const ids = ['1764158400000000.0000000009', '1764158400000000.0000000010', '1764158400000001.0000000001']
  expect(ids.toReversed().toSorted()).toEqual(ids)
  for (const each of ids) expect(v.parse(id, each)).toBe(each)
  const others = ['', '7', '1764158400000000', '1764158400000000.7', `x${ids[0]}`, `${ids[0]} or 1=1`]
  for (const each of others) expect(v.is(id, each), each).toBe(false)
})

test('a page has 1 to 1,000 rows', () => {
  expect(v.parse(limit, undefined)).toBe(50)
  expect(v.parse(limit, '1000')).toBe(1000)
  for (const length of ['0', '1001', '-1', 'all']) expect(v.is(limit, length), length).toBe(false)
})

describe('paged endpoints', () => {
  test('the lists with pages are those of broadcasts, replies, people, messages, swaps and admins', () => {
    expect(paged.map(endpointName).toSorted()).toEqual([
      'GET /api/admin/audit-log',
      'GET /api/admin/members',
      'GET /api/admin/music-decisions',
      'GET /api/admin/reports',
      'GET /api/broadcast/replies',
      'GET /api/get-broadcasts',
      'GET /api/get-song-swaps',
      'GET /api/user/broadcasts',
      'GET /api/user/direct-messages',
      'GET /api/user/followers',
      'GET /api/user/following',
      'GET /api/user/following-broadcasts',
      'GET /api/user/later-tracks',
      'GET /api/user/loved-tracks',
    ])
  })

  test.each(paged.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
    '%s has the parameters of a page',
    (_, { query }) => {
      const { limit: size, before: cursor } = query.entries
      expect(cursor && v.parse(cursor, '7')).toBe(7)
      expect(cursor && v.is(cursor, '0')).toBe(false)
      expect(size && v.is(size, '1000') && !v.is(size, '1001')).toBe(true)
      expect(size && v.parse(size, undefined)).toBeGreaterThan(0)
    },
  )
})

test('ids from the server are positive numbers, or texts of them', () => {
  const valid = [1, Number.MAX_SAFE_INTEGER, '1795255200000000.0000000001', '7']
  const invalid = [0, -1, 1.5, Number.NaN, 2 ** 53, '0', '-7', 'x', '', undefined]
  expect(valid.filter((id) => !isServerId(id))).toEqual([])
  expect(invalid.filter(isServerId)).toEqual([])
})
