import { expect, test } from 'vitest'
import { type PlayerService, playerServices, toPlayerAddress, toPlayerOrigin } from './service-players.ts'

const addresses: Readonly<Record<PlayerService, readonly [id: string, address: string]>> = {
  spotify: ['5dkhXb9kA9TRhhC929wbk1', 'https://open.spotify.com/embed/track/5dkhXb9kA9TRhhC929wbk1'],
  youtube: ['dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  apple: ['1440833098', 'https://embed.music.apple.com/us/song/1440833098'],
  bandcamp: [
    'loam/peat',
    'https://bandcamp.com/EmbeddedPlayer/url=https%3A%2F%2Floam.bandcamp.com%2Ftrack%2Fpeat/size=large/artwork=small/transparent=true/',
  ],
  soundcloud: ['loam/peat', 'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Floam%2Fpeat'],
  tidal: ['77', 'https://embed.tidal.com/tracks/77'],
  deezer: ['3135556', 'https://widget.deezer.com/widget/auto/track/3135556'],
}

test.each(playerServices)('the address of a player of %s is made of the id', (service) => {
  const [id, address] = addresses[service]
  expect(toPlayerAddress({ service, id })).toBe(address)
  expect(new URL(address).origin).toBe(toPlayerOrigin(service))
})

test.each(playerServices)('%s has no player for an id of another form', (service) => {
  for (const id of ['', '../x', 'a/b/c', 'a?b', 'https://evil.example', `${addresses[service][0]}\n`])
    expect(() => toPlayerAddress({ service, id }), id).toThrow(RangeError)
})
