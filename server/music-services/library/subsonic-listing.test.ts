import { expect, test } from 'vitest'
import { failed } from '#tests/support/library-server.ts'
import { aSong, startLinkedLibrary } from '#tests/support/linked-library.ts'

const { change, insertTrack, link, linked, readAll, readState, server } = await startLinkedLibrary()

test('reads a library album by album that finds nothing by an empty query', async () => {
  await insertTrack('Loam', 'Last')
  const albums = Array.from({ length: 620 }, (_, place) => {
    const song = [aSong(`a${place}`, 'Loam', `Side ${place}`), aSong(`b${place}`, 'Loam', `Flip ${place}`)]
    return { id: `album${place}`, songCount: song.length, song }
  })
  const uncounted = { id: 'uncounted', song: [aSong('last', 'Loam', 'Last')] }
  linked.library.albums = [...albums, uncounted, { id: 'lost', songCount: 1, song: [] }]
  const isLost = (url: URL) => url.searchParams.get('id') === 'lost'
  linked.library.misbehave = ({ url }) => (isLost(url) ? failed(70) : undefined)
  await link()
  await readAll()
  expect((await readState()).library).toMatchObject({ songs: 1242, matched: 1, failure: null, is_matching: false })
  const offsets = linked.library.requests.flatMap(({ url }) =>
    url.pathname.includes('getAlbumList2') ? Number(url.searchParams.get('offset')) : [],
  )
  expect(offsets).toEqual([0, 500, 622])
})

test('continues with the album after a failure where it ended', async () => {
  await insertTrack('Loam', 'Last')
  linked.library.albums = Array.from({ length: 45 }, (_, place) => ({
    id: `album${place}`,
    songCount: 3,
    song: [aSong(`s${place}`, 'Loam', place === 44 ? 'Last' : `None ${place}`)],
  }))
  const readAlbums = () =>
    linked.library.requests.flatMap(({ url }) => (url.pathname.includes('getAlbum.') ? url.searchParams.get('id') : []))
  linked.library.misbehave = ({ url }) =>
    url.searchParams.get('id') === 'album30' ? { status: 500, body: 'broken' } : undefined
  await link()
  await readAll()
  expect((await readState()).library).toMatchObject({ failure: { code: 'service_away' } })
  linked.library.misbehave = () => undefined
  server.clock.advance({ minutes: 3 })
  linked.library.requests.length = 0
  await readAll()
  expect(readAlbums().slice(0, 2)).toEqual(['album20', 'album21'])
  expect((await readState()).library).toMatchObject({ songs: 135, matched: 1, failure: null })
})

test('ends with a library that sends the same albums for ever, or no list of them', async () => {
  const albums = Array.from({ length: 500 }, (_, place) => ({ id: `album${place}`, songCount: 1 }))
  linked.library.misbehave = ({ url }) => {
    if (url.pathname.includes('getAlbumList2'))
      return { body: { 'subsonic-response': { status: 'ok', version: '1.16.1', albumList2: { album: albums } } } }
    return undefined
  }
  await link()
  await readAll()
  expect((await readState()).library).toMatchObject({ songs: 500, failure: null })
  linked.library.misbehave = ({ url }) => (url.pathname.includes('getAlbumList2') ? failed(0) : undefined)
  server.clock.advance({ minutes: 1 })
  await change('match')
  await readAll()
  expect((await readState()).library).toMatchObject({ failure: { code: 'unreadable_answer' }, is_stopped: false })
})
