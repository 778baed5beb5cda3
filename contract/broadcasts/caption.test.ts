import { expect, test } from 'vitest'
import { isDefaultCaption, toDefaultCaption } from './caption.ts'

test.each([
  [toDefaultCaption('Slow Ferry'), true],
  ['Broadcasting Slow', false],
  ['Broadcasting Ferry', false],
  ['Slow Ferry', false],
  ['I am Broadcasting Slow Ferry', false],
])('the caption %j is only the name of the track: %j', (caption, expected) => {
  expect(isDefaultCaption(caption, 'Slow Ferry by Nine Rooms')).toBe(expected)
})

test('a caption with the end of the name is not the name of the track', () => {
  expect(isDefaultCaption('Broadcasting by', 'Stand by by Nine Rooms')).toBe(false)
})
