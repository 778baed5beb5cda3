import { expect, test } from 'vitest'
import { parseChosenSong } from './chosen-song.ts'

const search = { track: '0', title: 'Slow Ferry', artist: 'Nine Rooms' }

test.each([
  ['https://www.deezer.com/de/track/3135556?utm_source=x', 'https://www.deezer.com/track/3135556'],
  ['spotify:track:4uLU6hMCjMI75M1A2tKUQC', 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC'],
  ['https://example.com/track/1', ''],
  ['javascript:alert(1)', ''],
  ['https://www.deezer.com@example.com/track/3135556', ''],
  [undefined, ''],
])('the link %s of a shared track is %s', (link, url) => {
  expect(parseChosenSong({ ...search, link })).toMatchObject({ id: 0, name: 'Slow Ferry', track_url: url })
})

test('a link that is no text names no track', () => {
  expect(parseChosenSong({ ...search, link: 7 })).toBeUndefined()
})
