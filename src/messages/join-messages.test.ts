import { expect, test } from 'vitest'
import { joinLatest } from './join-messages.ts'

const message = (id: number) => ({ id, message: `${id}`, timestamp: '2026-11-20T08:00:00.000Z', type: 'incoming' })
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => message(first + place))
const ids = (messages: readonly { id: number }[]) => messages.map((it) => it.id)

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

test('a pushed message does not join a response to older messages', () => {
  const at = '2026-11-25T08:00:00.000Z'
  const message = (id: number) => ({ id, message: 'hi', timestamp: at, type: 'Incoming' })
  const held = [message(1), { ...message(100), isPushed: true as const }]
  const response = [message(99), message(100)]
  expect(joinLatest(held, response, 2)).toEqual(response)
})
