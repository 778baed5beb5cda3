import { expect, test } from 'vitest'
import { audienceText } from './audience-text.ts'

test.each([
  [['ada'], 1, 'ada plays it'],
  [['ada', 'bo'], 2, 'ada and bo play it'],
  [['ada', 'bo', 'cy'], 3, 'ada, bo and 1 other play it'],
  [['ada', 'bo', 'cy'], 11, 'ada, bo and 9 others play it'],
  // A member that has just been blocked is in the count, not in the list.
  [['ada'], 3, 'ada and 2 others play it'],
])('names at most two members: %j of %i listeners are "%s"', (names, listeners, text) => {
  expect(audienceText(names, listeners)).toBe(text)
})

test('counts no member less than the list has', () => {
  expect(audienceText(['ada', 'bo', 'cy'], 0)).toBe('ada, bo and 1 other play it')
})
