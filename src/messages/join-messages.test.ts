import { expect, test } from 'vitest'
import { joinLatest, joinMessages } from './join-messages.ts'

const message = (id: number) => ({ id, message: `${id}`, timestamp: '2026-11-20T08:00:00.000Z', type: 'incoming' })
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => message(first + place))
const ids = (messages: readonly { id: number }[]) => messages.map((it) => it.id)
const limits = { latest: 3, older: 4 }
const page = (before: number, messages: readonly ReturnType<typeof message>[] | undefined) => ({
  before,
  messages,
  isFailed: false,
})

test("cached messages stay when new messages shift the response's window", () => {
  expect(ids(joinLatest(from(1, 3), from(2, 4), 3))).toEqual([1, 2, 3, 4])
})

test('after a gap the latest messages are shown alone', () => {
  expect(ids(joinLatest(from(1, 3), from(7, 9), 3))).toEqual([7, 8, 9])
})

test('a response with the whole conversation replaces all cached messages', () => {
  expect(ids(joinLatest(from(1, 3), from(2, 3), 3))).toEqual([2, 3])
  expect(joinLatest(from(1, 3), [], 3)).toEqual([])
})

test('the number of cached messages is bounded', () => {
  let held = from(1, 50)
  for (let last = 51; last <= 2000; last += 25) held = joinLatest(held, from(last - 25, last + 24), 50)
  expect(held).toHaveLength(400)
  expect(held.at(-1)?.id).toBe(2000)
})

test('older pages are above the latest, without duplicates, with the next cursor', () => {
  const joined = joinMessages(from(8, 10), [page(8, from(4, 7)), page(4, undefined)], limits)
  expect(ids(joined.messages)).toEqual([4, 5, 6, 7, 8, 9, 10])
  expect(joined).toMatchObject({ used: [8, 4], next: undefined, hasMore: true })
  expect(joinMessages(from(8, 10), [page(8, from(4, 7))], limits).next).toBe(4)
  expect(joinMessages(from(8, 10), [page(8, from(4, 7)), page(4, from(2, 3))], limits)).toMatchObject({
    next: undefined,
    hasMore: false,
  })
})

test('a short page is the beginning, and a host without pages ends with the first', () => {
  expect(joinMessages(from(9, 10), [], limits)).toMatchObject({ hasMore: false, next: undefined })
  expect(joinMessages(from(1, 9), [], limits)).toMatchObject({ hasMore: true, next: 1 })
  expect(joinMessages(from(1, 9), [page(1, from(1, 9))], limits)).toMatchObject({ hasMore: false })
})

test('a pending message is not used as a cursor', () => {
  expect(joinMessages([...from(8, 10), message(-4)], [], limits).next).toBe(8)
})

test('pages with a gap below the latest are omitted', () => {
  expect(joinMessages(from(20, 22), [page(8, from(4, 7))], limits)).toMatchObject({ used: [], next: 20 })
})
