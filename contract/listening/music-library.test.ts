import { expect, test } from 'vitest'
import { formatLibraryLink, isListen, toLibraryTrackId } from './music-library.ts'

test.each([
  [formatLibraryLink(12), 12],
  ['deezer:3 library:12', 12],
  ['library:12 deezer:3', 12],
  ['library:123456789012345', 123_456_789_012_345],
  ['library:1234567890123456', undefined],
  ['library:0', undefined],
  ['library:12x', undefined],
  ['mylibrary:12', undefined],
  ['', undefined],
  [undefined, undefined],
])('the library track in the links %j is %j', (links, id) => expect(toLibraryTrackId(links)).toBe(id))

test.each([
  ['half of 3 minutes', 90_000, 180_000, true],
  ['less than half of 3 minutes', 89_999, 180_000, false],
  ['4 of 20 minutes', 240_000, 1_200_000, true],
  ['less than 4 of 20 minutes', 239_999, 1_200_000, false],
  ['4 minutes of an unknown length', 240_000, 0, true],
  ['less than 4 minutes of an unknown length', 239_999, 0, false],
])('a play of %s is a listen if it is long enough', (_, playedMs, durationMs, expected) => {
  expect(isListen({ playedMs, durationMs })).toBe(expected)
})
