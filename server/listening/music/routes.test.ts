import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { makeTrack, makeTracks, nameAlbum, play } from '#tests/support/music.ts'
import { insertCompletedSwap } from '#tests/support/swap-rows.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { joinTracks } from '../identities/join.ts'
import { storeTrackLinks } from '../links/track-links.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let rain: number
let snow: number

beforeEach(async () => {
  server = await testServer()
  ;[ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  ;[rain = 0, snow = 0] = await makeTracks(server, 'Rain by Sol', 'Snow by Sol')
  return () => server.close()
})

const read = async (path: string, query: object, as = ada) => (await server.get(path, { ...query }, { as })).body
const readTrack = (id: number, as = ada) => read('/api/track/by-id', { id }, as)

test('a track has its listeners and the own plays', async () => {
  await play(server, ada, rain, { plays: 2 })
  await play(server, bo, rain, { plays: 5 })
  expect(await readTrack(rain)).toEqual({
    track: {
      id: rain,
      name: 'Rain',
      artist_id: 1,
      artist: 'Sol',
      lastfmtrackurl: 'https://www.last.fm/music/Sol/_/Rain',
    },
    links: [],
    own_plays: 2,
    plays: 7,
    listeners: 2,
    topListeners: [
      { username: 'bo', playcount: 5, profileImage: expect.any(String) },
      { username: 'ada', playcount: 2, profileImage: expect.any(String) },
    ],
  })
  const other = await makeTrack(server, 'Rainn by Sol')
  await joinTracks(server.db, other, rain)
  expect((await readTrack(other)).track.id).toBe(rain)
})

test('a track has the addresses of its ids at services, for those who may see it', async () => {
  const links = [
    { service: 'isrc', id: 'DEA622100123' },
    { service: 'bandcamp', id: 'sol/rain' },
  ] as const
  await server.db.transaction().execute((tx) =>
    storeTrackLinks(
      tx,
      [rain, snow].flatMap((trackId) => links.map((link) => ({ trackId, ...link }))),
      'scrobble',
    ),
  )
  await play(server, bo, rain)
  expect((await readTrack(rain)).links).toEqual([
    { service: 'bandcamp', id: 'sol/rain', url: 'https://sol.bandcamp.com/track/rain' },
    { service: 'isrc', id: 'DEA622100123', url: 'https://musicbrainz.org/isrc/DEA622100123' },
  ])
  expect((await readTrack(snow)).links).toEqual([])
})

test('a rejected link is hidden from the member, and from all after three members or an admin', async () => {
  const members = await makeMembers(server, 'cy', 'di')
  await play(server, bo, rain)
  await server.db.transaction().execute((tx) =>
    storeTrackLinks(
      tx,
      ['DEA622100123', 'DEA622100124'].map((id) => ({ trackId: rain, service: 'isrc' as const, id })),
      'scrobble',
    ),
  )
  const reject = (as: TestMember, external_id: string, more: object = {}) =>
    server.post(
      '/api/track/reject-link',
      { user: as.name, id: rain, service: 'isrc', external_id, is_rejected: 'true', ...more },
      { as },
    )
  const listIds = async (as: TestMember) =>
    (await readTrack(rain, as)).links.map(({ id }: { id: string }) => id.slice(-1)).join('')
  expect((await reject(ada, 'DEA622100123')).status).toBe(200)
  expect((await reject(ada, 'DEA622100123')).status).toBe(200)
  expect([await listIds(ada), await listIds(bo)]).toEqual(['4', '34'])
  await reject(ada, 'DEA622100123', { is_rejected: 'false' })
  expect(await listIds(ada)).toBe('34')

  const [cy, di] = members as [TestMember, TestMember]
  for (const member of [ada, cy]) await reject(member, 'DEA622100123')
  expect(await listIds(bo)).toBe('34')
  await reject(di, 'DEA622100123')
  expect(await listIds(bo)).toBe('4')

  await reject(cy, 'DEA622100124')
  expect(await listIds(bo)).toBe('4')
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', cy.id).execute()
  expect(await listIds(bo)).toBe('')
  await server.db.insertInto('suspensions').values({ member_id: cy.id, reason: 'spam' }).execute()
  expect(await listIds(bo)).toBe('4')

  const invalid = [{ service: 'spotify' }, { service: 'toString' }, { external_id: 'x' }, { id: snow }]
  for (const more of invalid) expect((await reject(ada, 'DEA622100124', more)).status).toBe(404)
})

test('a track that no member on leaderboards has played is shown to those who know it from elsewhere', async () => {
  await play(server, bo, rain)
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', bo.id).execute()
  expect((await readTrack(rain)).track).toBeNull()
  expect((await readTrack(rain, bo)).track).not.toBeNull()
  expect((await readTrack(999)).track).toBeNull()
  const share = { title: 'x', body: 'x', relatedtype: 'Track', relatedid: rain }
  await server.post('/api/create-broadcast', { user: 'bo', ...share }, { as: bo })
  expect((await readTrack(rain)).track.name).toBe('Rain')
  await server.db.updateTable('members').set({ is_private: true }).where('id', '=', bo.id).execute()
  expect((await readTrack(rain)).track).toBeNull()
})

test('a track of a broadcast that an admin has hidden is shown to its author, and of a suspended author to members', async () => {
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', bo.id).execute()
  const share = { title: 'x', body: 'x', relatedtype: 'Track', relatedid: rain }
  await server.post('/api/create-broadcast', { user: 'bo', ...share }, { as: bo })
  const readers = async () => {
    const visitor = (await server.get('/api/track/by-id', { id: rain })).body
    return [visitor, await readTrack(rain), await readTrack(rain, bo)].map(({ track }) => track?.name)
  }
  expect(await readers()).toEqual(['Rain', 'Rain', 'Rain'])
  await server.db.insertInto('suspensions').values({ member_id: bo.id, reason: 'spam' }).execute()
  expect(await readers()).toEqual([undefined, 'Rain', 'Rain'])
  await server.db.deleteFrom('suspensions').execute()
  await server.db.updateTable('broadcasts').set({ hidden_at: server.clock.now() }).execute()
  expect(await readers()).toEqual([undefined, undefined, 'Rain'])
})

test.each(['save-for-later', 'love-track'])(
  'a track that is hidden since is shown to who has it by %s',
  async (list) => {
    await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', bo.id).execute()
    const share = { title: 'x', body: 'x', relatedtype: 'Track', relatedid: rain }
    await server.post('/api/create-broadcast', { user: 'bo', ...share }, { as: bo })
    const names = { user: 'ada', artist: 'Sol', track: 'Rain', is_saved: 'true', is_loved: 'true' }
    expect((await server.post(`/api/user/${list}`, names, { as: ada })).status).toBe(200)
    await server.db.updateTable('broadcasts').set({ hidden_at: server.clock.now() }).execute()
    expect((await readTrack(rain)).track?.name).toBe('Rain')
  },
)

test('counts of members are renewed after ten minutes, and at once when a member hides their listening', async () => {
  await play(server, bo, rain, { plays: 3 })
  expect((await readTrack(rain)).plays).toBe(3)
  await play(server, bo, rain, { plays: 2, daysAgo: 1 })
  server.clock.advance({ minutes: 9 })
  await runScheduled(server.db, 'recount-community-charts', server.clock.now())
  expect((await readTrack(rain)).plays).toBe(3)
  server.clock.advance({ minutes: 2 })
  await readTrack(rain)
  await runScheduled(server.db, 'recount-community-charts', server.clock.now())
  expect((await readTrack(rain)).plays).toBe(5)
  await play(server, ada, rain)
  server.clock.advance({ minutes: 2 })
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', bo.id).execute()
  expect(await readTrack(rain)).toMatchObject({ plays: 1, listeners: 1, topListeners: [{ username: 'ada' }] })
})

test('counts of members are renewed when an account is deleted', async () => {
  const cleo = await server.signUp('cleo')
  await play(server, cleo, rain, { plays: 3 })
  await play(server, ada, rain)
  expect((await readTrack(rain)).plays).toBe(4)
  server.clock.advance({ minutes: 2 })
  const deletion = { user: 'cleo', password: cleo.password }
  expect((await server.post('/api/user/delete-account', deletion, { as: cleo })).status).toBe(200)
  expect(await readTrack(rain)).toMatchObject({ plays: 1, listeners: 1 })
})

test('an album has the tracks that were played on it, in the order of their numbers', async () => {
  await play(server, bo, rain, { plays: 3 })
  const album = await nameAlbum(server, bo, { artist: 'Sol', title: 'Rain', album: 'Weather' })
  await play(server, ada, snow)
  await nameAlbum(server, ada, { artist: 'Sol', title: 'Snow', album: 'Weather' })
  await sql`update listen_details set track_number = 1 where member_id = ${ada.id}`.execute(server.db)
  expect(await read('/api/album/by-id', { id: album })).toMatchObject({
    album: { name: 'Weather', artist: 'Sol' },
    tracks: [
      { name: 'Snow', plays: 1, listeners: 1 },
      { name: 'Rain', plays: 3, listeners: 1 },
    ],
    own_plays: 1,
    plays: 2,
    listeners: 2,
    topListeners: [{ username: 'ada' }, { username: 'bo' }],
  })
  expect((await read('/api/album/by-id', { id: 999 })).album).toBeNull()
})

test('an artist has its most played tracks and albums among members', async () => {
  await play(server, bo, rain, { plays: 3 })
  await play(server, ada, rain, { plays: 2 })
  await play(server, ada, snow, { plays: 9 })
  await nameAlbum(server, ada, { artist: 'Sol', title: 'Snow', album: 'Weather' })
  expect(await read('/api/artist/music', { id: 1 })).toEqual({
    tracks: [
      { id: snow, name: 'Snow', artist_id: 1, artist: 'Sol', plays: 9, listeners: 1, cover: '' },
      { id: rain, name: 'Rain', artist_id: 1, artist: 'Sol', plays: 5, listeners: 2, cover: '' },
    ],
    albums: [{ id: 1, name: 'Weather', artist_id: 1, artist: 'Sol', plays: 1, listeners: 1, cover: '' }],
  })
  expect(await read('/api/artist/music', { id: 999 })).toEqual({ tracks: [], albums: [] })
})

test('own plays per month are those of the artist, the track or the album', async () => {
  await play(server, ada, rain, { plays: 2 })
  await play(server, ada, rain, { plays: 3, daysAgo: 40 })
  await play(server, ada, snow, { daysAgo: 400 })
  await play(server, bo, rain, { plays: 9 })
  const months = async (kind: string, id: number) =>
    (await read('/api/user/plays-by-month', { user: 'ada', kind, id })).months
  expect(await months('tracks', rain)).toEqual([
    { month: '2026-10', plays: 3 },
    { month: '2026-11', plays: 2 },
  ])
  expect(await months('artists', 1)).toEqual([
    { month: '2025-10', plays: 1 },
    { month: '2026-10', plays: 3 },
    { month: '2026-11', plays: 2 },
  ])
  const album = await nameAlbum(server, ada, { artist: 'Sol', title: 'Rain', album: 'Weather' })
  expect(await months('albums', album)).toEqual([{ month: '2026-11', plays: 1 }])
  const { status } = await server.get('/api/user/plays-by-month', { user: 'ada', kind: 'tracks', id: rain }, { as: bo })
  expect(status).toBe(403)
})

test('broadcasts and completed swaps of a track are listed in any of its spellings', async () => {
  const other = await makeTrack(server, 'Rainn by Sol')
  const share = (relatedid: number) =>
    server.post(
      '/api/create-broadcast',
      { user: 'bo', title: `Hear ${relatedid}`, body: 'x', relatedtype: 'Track', relatedid },
      { as: bo },
    )
  for (const id of [rain, other, snow]) await share(id)
  await insertCompletedSwap(server, bo, ada, other)
  await joinTracks(server.db, other, rain)
  const { broadcasts } = await read('/api/track/broadcasts', { id: rain })
  expect(broadcasts.map((broadcast: { title: string }) => broadcast.title)).toEqual([`Hear ${other}`, `Hear ${rain}`])
  const { swaps } = await read('/api/track/swaps', { user: 'ada', id: rain })
  expect(swaps).toMatchObject([{ partner: 'bo', rating: 4 }])
  expect((await read('/api/track/swaps', { user: 'ada', id: snow })).swaps).toEqual([])
  const cleo = (await makeMembers(server, 'cleo'))[0]
  expect((await read('/api/track/swaps', { user: 'cleo', id: rain }, cleo)).swaps).toEqual([])
})
