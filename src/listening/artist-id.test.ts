import { expect, test } from 'vitest'
import { parseArtistId } from './artist-id.ts'

test('an artist id is a positive integer', () => {
  expect(['1', '007', '123456789012345'].map(parseArtistId)).toEqual([1, 7, 123456789012345])
})

test.for(['', '0', '-1', '1.5', '1e3', '12x', ' 1', 'mothlight', '1234567890123456'])(
  '"%s" is no artist id',
  (text) => {
    expect(parseArtistId(text)).toBeUndefined()
  },
)
