import { expect, test } from 'vitest'
import { makeMembers } from '#tests/support/members.ts'
import { makeTracks, nameAlbum, play } from '#tests/support/music.ts'
import { makeSwap } from '#tests/support/swaps.ts'
import { testServer } from '#tests/support/test-server.ts'
import { storeTrackLinks } from './track-links.ts'

const SONG = 'deezer:3135556'

test('every list that shows tracks says where they play', async () => {
  const server = await testServer()
  const [ada, bo] = await makeMembers(server, 'ada', 'bo')
  if (ada === undefined || bo === undefined) throw new Error('two members are needed')
  const [song = 0, other = 0] = await makeTracks(server, 'Slow Ferry by Nine Rooms', 'Tide by Ebb')
  const links = [
    { trackId: song, service: 'deezer', id: '3135556' },
    { trackId: song, service: 'isrc', id: 'DEA622100123' },
  ] as const
  await server.db.transaction().execute((tx) => storeTrackLinks(tx, links, 'shared'))
  const post = async (path: string, query: Record<string, string | number>, as = ada) => {
    const response = await server.post(`/api/${path}`, query, { as })
    expect(response.status, path).toBe(200)
    return response.body
  }
  await play(server, ada, song, { plays: 3 })
  await play(server, ada, other)
  const album = await nameAlbum(server, ada, { artist: 'Nine Rooms', title: 'Slow Ferry', album: 'Harbour' })
  const shared = { user: 'ada', title: 'x', body: '', relatedtype: 'Track' }
  await post('create-broadcast', { ...shared, relatedid: other })
  const { id: broadcast } = await post('create-broadcast', { ...shared, relatedid: song })
  await post('send-direct-message', { user: 'ada', recipient: 'bo', message: '', track_id: song })
  await post('user/love-track', { user: 'ada', artist: 'Nine Rooms', track: 'Slow Ferry', is_loved: 'true' })
  const swap = await makeSwap(server, 'completed', { initiator: ada, matched: bo, tracks: [song, other] })
  await post('share-song-swap', { user: 'ada', songswapid: swap })
  await post('share-song-swap', { user: 'bo', songswapid: swap }, bo)

  const read = async (path: string, query: Record<string, string | number> = {}) =>
    (await server.get(`/api/${path}`, query, { as: ada })).body
  const feed = (await read('get-broadcasts', { limit: 10 })).broadcasts
  expect(feed.find(({ id }: { id: number }) => id === broadcast).links).toBe(SONG)
  expect(feed.filter((row: object) => 'links' in row)).toHaveLength(1)
  const of = async (path: string, list: string, query: Record<string, string | number>) => {
    const rows: { links?: string }[] = (await read(path, query))[list]
    return rows.flatMap((row) => row.links ?? [])
  }
  expect(await of('user/following-broadcasts', 'broadcasts', { user: 'ada' })).toEqual([SONG])
  expect(await of('user/broadcasts', 'broadcasts', { user: 'ada' })).toEqual([SONG])
  expect(await of('user/chart', 'rows', { user: 'ada', kind: 'tracks', period: 'overall' })).toEqual([SONG])
  expect(await of('user/chart', 'rows', { user: 'ada', kind: 'artists', period: 'overall' })).toEqual([])
  expect(await of('user/listens', 'listens', { user: 'ada', limit: 2 })).toEqual([SONG])
  expect(await of('user/loved-tracks', 'lovedTracks', { user: 'ada' })).toEqual([SONG])
  expect(await of('album/by-id', 'tracks', { id: album })).toEqual([SONG])
  const [message] = (await read('user/direct-messages', { user: 'ada', conversant: 'bo' })).directMessages
  expect(message.track.links).toBe(SONG)
  const [ofSwap] = (await read('get-song-swaps', { user: 'ada' })).songSwaps
  expect([ofSwap.initiated_links, ofSwap.matched_links]).toEqual([SONG, undefined])
  const results = await read('shared-swap', { songswapid: swap })
  expect([results.initiator.links, results.matched.links]).toEqual([SONG, undefined])
})
