import { expect, test } from 'vitest'
import { getFirstDay, nameKey } from './rules.ts'
import { trackUrl } from './track-url.ts'

const now = new Date('2026-11-21T01:30:00.000Z')

test('a period slides with the day, and all time has no first day', () => {
  expect(getFirstDay('overall', now)).toBeNull()
  expect(getFirstDay('7day', now)).toBe('2026-11-15')
  expect(getFirstDay('1month', now)).toBe('2026-10-22')
  expect(getFirstDay('3month', now)).toBe('2026-08-22')
  expect(getFirstDay('6month', now)).toBe('2026-05-22')
  expect(getFirstDay('12month', now)).toBe('2025-11-22')
})

test('names that differ only in case, width or spaces are one artist', () => {
  expect(nameKey('  Nine   Rooms ')).toBe('nine rooms')
  expect(nameKey('ＮＩＮＥ rooms')).toBe('nine rooms')
  expect(nameKey('Nine Rooms!')).not.toBe(nameKey('Nine Rooms'))
})

test.each([
  ['Lamplight Parade', 'Night Bus', 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus'],
  ['AC/DC', 'T.N.T.?', 'https://www.last.fm/music/AC%2FDC/_/T.N.T.%3F'],
  ['+44', 'No, It Isn’t', 'https://www.last.fm/music/%252B44/_/No%2C+It+Isn%E2%80%99t'],
  ['50%', '#1', 'https://www.last.fm/music/50%25/_/%231'],
])('the Last.fm page of %s, %s is correct', (artist, title, url) => {
  expect(trackUrl(artist, title)).toBe(url)
})
