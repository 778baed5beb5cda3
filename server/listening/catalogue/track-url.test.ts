import { expect, test } from 'vitest'
import { trackUrl } from './track-url.ts'

test.each([
  ['Lamplight Parade', 'Night Bus', 'https://www.last.fm/music/Lamplight+Parade/_/Night+Bus'],
  ['AC/DC', 'T.N.T.?', 'https://www.last.fm/music/AC%2FDC/_/T.N.T.%3F'],
  ['+44', 'No, It Isn’t', 'https://www.last.fm/music/%252B44/_/No%2C+It+Isn%E2%80%99t'],
  ['50%', '#1', 'https://www.last.fm/music/50%25/_/%231'],
])('the Last.fm page of %s, %s is correct', (artist, title, url) => {
  expect(trackUrl(artist, title)).toBe(url)
})
