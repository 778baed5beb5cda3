import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/durations.ts'
import { mayOffer, parseRecord } from './record.ts'

const NOW = 1_790_000_000_000

test('nothing is offered before something went well', () => {
  expect(mayOffer({}, NOW)).toBe(false)
  expect(mayOffer({ succeededAt: NOW }, NOW)).toBe(true)
})

test('a no is good for 30 days', () => {
  expect(mayOffer({ succeededAt: 1, dismissedAt: NOW - 29 * DAY_MS }, NOW)).toBe(false)
  expect(mayOffer({ succeededAt: 1, dismissedAt: NOW - 30 * DAY_MS }, NOW)).toBe(true)
})

test('an offer that was shown in an earlier page is not repeated within a day', () => {
  const shown = (ago: number) => mayOffer({ succeededAt: 1, shownAt: NOW - ago }, NOW)
  expect([shown(1), shown(DAY_MS - 1), shown(DAY_MS)]).toEqual([false, false, true])
  // by the page that was opened at NOW
  expect(shown(-5000)).toBe(true)
})

test.each([null, '', '{', '[]', '7', '{"succeededAt":"soon"}'])('a broken record (%s) is as none', (stored) => {
  expect(parseRecord(stored)).toEqual({})
})

test('a record is read as it was written', () => {
  const record = { succeededAt: 1, dismissedAt: 2, shownAt: 3 }
  expect(parseRecord(JSON.stringify(record))).toEqual(record)
})
