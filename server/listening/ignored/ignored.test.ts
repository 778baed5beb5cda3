import { beforeEach, expect, test } from 'vitest'
import { joinArtists } from '#server/listening/identities/join.ts'
import { recountCommunityCharts } from '#server/listening/music/community-charts.ts'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMembers } from '#tests/support/members.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import type { Scrobble } from '../listens/scrobble.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember
let artists: Readonly<Record<string, number>>

/** The clock is at Saturday, 21 November 2026, noon UTC. */
const AT = Date.parse('2026-11-18T08:00:00Z') / 1000
const SCROBBLES = ['Lulla', 'Lulla', 'Lulla', 'Lulla feat. Sol', 'Sol', 'Sol'].map((artist, place) => ({
  artist,
  title: `Song ${place % 2}`,
  listenedAt: AT + place * 600,
  details: { album: `Album of ${artist}` },
}))
/** The same without the ignored artist and its credits. */
const COUNTED = SCROBBLES.filter(({ artist }) => artist === 'Sol')

beforeEach(async () => {
  server = await testServer()
  ;[ada, bo] = (await makeMembers(server, 'ada', 'bo')) as [TestMember, TestMember]
  await add(ada, SCROBBLES)
  await splitAllCredits(server)
  const rows = await server.db.selectFrom('artists').select(['id', 'name']).execute()
  artists = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
  return () => server.close()
})

const add = (member: TestMember, scrobbles: readonly Scrobble[]) =>
  createBatchImporter(server.db, member.id)('played', scrobbles)
const get = async (path: string, query: Record<string, string | number>, as = ada) =>
  (await server.get(path, query, { as })).body
const ignore = (name: string, is_ignored = 'true', as = ada) =>
  server.post('/api/user/ignore-artist', { user: as.name, id: artists[name] ?? 0, is_ignored }, { as })

/** Returns what any screen shows about a member's listening, in numbers. */
async function readAll(as = ada) {
  const user = as.name
  const charts = []
  for (const kind of ['artists', 'tracks', 'albums'])
    for (const period of ['7day', 'overall']) {
      const { plays, entries, rows } = await get('/api/user/chart', { user, kind, period }, as)
      charts.push([kind, period, plays, entries, rows.map((row: { plays: number }) => row.plays)])
    }
  const report = await get('/api/user/weekly-report', { user, week: '2026-W47', time_zone: 'UTC' }, as)
  const { topListeners } = await get('/api/artist/top-listeners', { artist: 'Lulla', current_user: user }, as)
  const week = await get('/api/artist/top-listeners', { artist: 'Lulla', period: '7day' }, as)
  return {
    charts,
    report: [report.plays, report.artists, report.tracks, report.albums, report.days, report.current_streak],
    daily: (await get('/api/user/daily-plays', { user }, as)).days,
    plays: (await get('/api/artist/listens', { user, artist: 'Lulla' }, as)).plays,
    recent: (await get('/api/artist/listens', { user, artist: 'Lulla', period: '7day' }, as)).plays,
    top: (await get('/api/user/top-artists', { user, period: 'overall' }, as)).topArtists.map(
      ({ name, scrobbles }: { name: string; scrobbles: number }) => [name, scrobbles],
    ),
    listeners: [topListeners, week.topListeners].map((rows) => rows.map((row: { playcount: number }) => row.playcount)),
  }
}

test('an ignored artist counts nowhere, as if it had never been heard, and undo brings all back', async () => {
  const before = await readAll()
  expect(before.top).toEqual([
    ['Lulla', 4],
    ['Sol', 3],
  ])
  expect((await ignore('Lulla')).status).toBe(200)
  expect((await ignore('Lulla')).status).toBe(200)
  // Bo has heard the same without the artist.
  await add(bo, COUNTED)
  const without = await readAll(bo)
  expect(await readAll()).toEqual(without)
  expect(without.top).toEqual([['Sol', 2]])
  expect((await get('/api/user/ignored-artists', { user: 'ada' })).artists).toMatchObject([
    { id: artists['Lulla'], name: 'Lulla' },
  ])
  // Sol's leaderboard has Bo too.
  expect((await ignore('Lulla', 'false')).status).toBe(200)
  expect(await readAll()).toEqual(before)
  expect((await get('/api/user/ignored-artists', { user: 'ada' })).artists).toEqual([])
})

test('an album counts without the tracks of an ignored artist, for each period', async () => {
  const hits = { album: 'Hits', albumArtist: 'Various' }
  await add(
    ada,
    ['Lulla', 'Lulla', 'Lulla feat. Sol', 'Sol'].map((artist, place) => ({
      artist,
      title: `Hit ${place}`,
      listenedAt: AT + 9000 + place * 600,
      details: hits,
    })),
  )
  // An album by the ignored artist with a track of another one.
  await add(ada, [
    { artist: 'Sol', title: 'Guest', listenedAt: AT - 9000, details: { album: 'Own', albumArtist: 'Lulla' } },
  ])
  const readAlbums = async (period: string) => {
    const { plays, rows } = await get('/api/user/chart', { user: 'ada', kind: 'albums', period })
    return [plays, Object.fromEntries(rows.map((row: { name: string; plays: number }) => [row.name, row.plays]))]
  }
  const report = async () =>
    (await get('/api/user/weekly-report', { user: 'ada', week: '2026-W47', time_zone: 'UTC' })).albums
  const before = [await readAlbums('overall'), await readAlbums('7day'), await report()]
  await ignore('Lulla')
  const albums = [4, { 'Album of Sol': 2, Hits: 1, Own: 1 }]
  expect([await readAlbums('overall'), await readAlbums('7day'), await report()]).toEqual([albums, albums, 3])
  await ignore('Lulla', 'false')
  expect([await readAlbums('overall'), await readAlbums('7day'), await report()]).toEqual(before)
})

test('an artist that was heard with an ignored one only is new', async () => {
  await add(ada, [
    { artist: 'Lulla feat. Peat', title: 'Duet', listenedAt: AT - 90 * 86_400, details: { album: 'Duets' } },
    { artist: 'Peat', title: 'Alone', listenedAt: AT, details: { album: 'Solo' } },
  ])
  await splitAllCredits(server)
  const readNew = async () =>
    (await get('/api/user/weekly-report', { user: 'ada', week: '2026-W47', time_zone: 'UTC' })).top_new_artists
      .map(({ name }: { name: string }) => name)
      .toSorted()
  expect(await readNew()).toEqual(['Sol'])
  await ignore('Lulla')
  expect(await readNew()).toEqual(['Peat', 'Sol'])
})

test('the first day of a history is that of the first listen that counts', async () => {
  const readFirst = async (timeZone: string) =>
    (await get('/api/user/rewind', { user: 'ada', period: '2026', time_zone: timeZone })).first_day
  await add(ada, [
    { artist: 'Lulla feat. Peat', title: 'Duet', listenedAt: AT - 90 * 86_400 },
    { artist: 'Peat', title: 'Alone', listenedAt: AT - 40 * 86_400 - 6 * 3600 },
  ])
  await splitAllCredits(server)
  expect(await readFirst('UTC')).toBe('2026-08-20')
  await ignore('Lulla')
  expect([await readFirst('UTC'), await readFirst('America/New_York')]).toEqual(['2026-10-09', '2026-10-08'])
  await ignore('Sol')
  const rows = await server.db.selectFrom('artists').select(['id', 'name']).execute()
  artists = Object.fromEntries(rows.map(({ id, name }) => [name, id]))
  await ignore('Peat')
  expect(await readFirst('UTC')).toBeNull()
})

test('own listens have the ignored artist, and those that others see do not', async () => {
  await ignore('Lulla')
  const list = async (query: object, as: TestMember) =>
    (await get('/api/user/listens', { user: 'ada', limit: 10, ...query }, as)).listens.length
  expect(await list({}, ada)).toBe(6)
  expect(await list({ artist: 'Lulla' }, ada)).toBe(4)
  expect(await list({}, bo)).toBe(2)
  expect((await server.get('/api/artist/by-id', { id: artists['Lulla'] ?? 0 }, { as: ada })).status).toBe(200)
})

test('listens that arrive, are corrected, deleted or joined count as the list says', async () => {
  await ignore('Lulla')
  await add(
    ada,
    SCROBBLES.map((listen) => ({ ...listen, listenedAt: listen.listenedAt + 86_400 })),
  )
  const top = async () =>
    (await get('/api/user/top-artists', { user: 'ada', period: 'overall' })).topArtists.map(
      ({ name, scrobbles }: { name: string; scrobbles: number }) => [name, scrobbles],
    )
  expect(await top()).toEqual([['Sol', 4]])
  const { listens } = await get('/api/user/listens', { user: 'ada', artist: 'Lulla', limit: 20 })
  const { id } = listens.at(-1)
  await server.post(
    '/api/user/correct-listen',
    { user: 'ada', id, artist: 'Sol', track: 'Song 9', scope: 'one' },
    { as: ada },
  )
  expect(await top()).toEqual([['Sol', 5]])
  await server.post('/api/user/delete-listen', { user: 'ada', id: listens[0].id }, { as: ada })
  expect(await top()).toEqual([['Sol', 5]])
  await add(ada, [{ ...(SCROBBLES[0] as (typeof SCROBBLES)[number]), artist: 'Lula', listenedAt: AT - 600 }])
  expect(await top()).toEqual([
    ['Sol', 5],
    ['Lula', 1],
  ])
  const lula = await server.db.selectFrom('artists').select('id').where('name', '=', 'Lula').executeTakeFirstOrThrow()
  await joinArtists(server.db, lula.id, artists['Lulla'] ?? 0)
  expect(await top()).toEqual([['Sol', 5]])
  await ignore('Lulla', 'false')
  // 8 by Lulla, less one corrected and the deleted credit, and one by Lula.
  expect(await top()).toEqual([
    ['Lulla', 7],
    ['Sol', 6],
  ])
})

test('a credit that is split later counts for none of its artists if one of them is ignored', async () => {
  await add(bo, SCROBBLES)
  await ignore('Lulla')
  await add(ada, [{ artist: 'Sol feat. Lulla', title: 'Duet', listenedAt: AT - 1200, details: { album: 'Duets' } }])
  await splitAllCredits(server)
  expect((await get('/api/user/top-artists', { user: 'ada', period: 'overall' })).topArtists).toMatchObject([
    { name: 'Sol', scrobbles: 2 },
  ])
  await ignore('Lulla', 'false')
  expect((await get('/api/user/top-artists', { user: 'ada', period: 'overall' })).topArtists).toMatchObject([
    { name: 'Lulla', scrobbles: 5 },
    { name: 'Sol', scrobbles: 4 },
  ])
})

test('a credit that was ignored before it was split counts again by its own number', async () => {
  const top = async () =>
    (await get('/api/user/top-artists', { user: 'ada', period: 'overall' })).topArtists.map(
      ({ name, scrobbles }: { name: string; scrobbles: number }) => [name, scrobbles],
    )
  const ignored = async () =>
    (await get('/api/user/ignored-artists', { user: 'ada' })).artists.map(({ name }: { name: string }) => name)
  await add(ada, [{ artist: 'Lulla & Sol', title: 'Duet', listenedAt: AT - 1200 }])
  const { id } = await server.db
    .selectFrom('artists')
    .select('id')
    .where('name', '=', 'Lulla & Sol')
    .executeTakeFirstOrThrow()
  artists = { ...artists, 'Lulla & Sol': id }
  await ignore('Lulla & Sol')
  await splitAllCredits(server)
  await ignore('Lulla')
  expect([await ignored(), await top()]).toEqual([['Lulla', 'Lulla & Sol'], [['Sol', 2]]])
  expect((await ignore('Lulla & Sol', 'false')).status).toBe(200)
  expect([await ignored(), await top()]).toEqual([['Lulla'], [['Sol', 2]]])
  await ignore('Lulla', 'false')
  expect(await top()).toEqual([
    ['Lulla', 5],
    ['Sol', 4],
  ])
  // A number of a credit that is not ignored means its first artist.
  await ignore('Lulla & Sol')
  expect(await ignored()).toEqual(['Lulla'])
  await ignore('Lulla & Sol', 'false')
  expect(await ignored()).toEqual([])
})

test('the community charts and listeners of a track leave out members that ignore its artist', async () => {
  const { id } = await server.db
    .selectFrom('tracks')
    .select('id')
    .where('artist_id', '=', artists['Lulla'] ?? 0)
    .limit(1)
    .executeTakeFirstOrThrow()
  const read = async () => {
    await server.db.transaction().execute((tx) => recountCommunityCharts(tx, server.clock.now()))
    const { plays, listeners, topListeners } = await get('/api/track/by-id', { id }, bo)
    return [plays, listeners, topListeners.length]
  }
  expect(await read()).toEqual([expect.any(Number), 1, 1])
  await ignore('Lulla')
  expect((await read())[1] ?? 0).toBe(0)
})

test('pages of albums and album artists count without the tracks of ignored artists, as the artist of the track decides', async () => {
  const hits = { album: 'Hits', albumArtist: 'Various' }
  const sampler = ['Lulla', 'Lulla', 'Lulla feat. Sol', 'Sol', 'Sol'].map((artist, place) => ({
    artist,
    title: `Hit ${place % 4}`,
    listenedAt: AT + 9000 + place * 600,
    details: hits,
  }))
  // An album by the ignored artist with a track of another one.
  const own = { artist: 'Sol', title: 'Guest', listenedAt: AT - 9000, details: { album: 'Own', albumArtist: 'Lulla' } }
  await add(ada, [...sampler, own])
  await add(bo, [{ ...own, artist: 'Lulla', title: 'Host' }])
  const rows = await server.db.selectFrom('albums').select(['id', 'title', 'artist_id']).execute()
  const album = (title: string) => rows.find((row) => row.title === title)
  const read = async (title: string) => {
    server.clock.advance({ minutes: 11 })
    await server.db.deleteFrom('community_charts').execute()
    const { plays, listeners, topListeners, tracks } = await get('/api/album/by-id', { id: album(title)?.id ?? 0 }, bo)
    const { albums } = await get('/api/artist/music', { id: album(title)?.artist_id ?? 0 }, bo)
    const numbers = (items: readonly Record<string, string | number>[]) =>
      items.map(({ name, username, plays: count, playcount }) => [name ?? username, count ?? playcount] as const)
    return { plays, listeners, top: numbers(topListeners), tracks: numbers(tracks), albums: numbers(albums) }
  }
  const before = [await read('Hits'), await read('Own')]
  expect(before[0]).toMatchObject({ plays: 5, listeners: 1, albums: [['Hits', 5]] })
  await ignore('Lulla')
  await ignore('Sol', 'true', bo)
  const withoutLulla = await read('Hits')
  expect(withoutLulla).toMatchObject({ plays: 2, listeners: 1, top: [['ada', 2]], albums: [['Hits', 2]] })
  expect(Object.fromEntries(withoutLulla.tracks)).toEqual({ 'Hit 0': 1, 'Hit 3': 1 })
  expect(await read('Own')).toMatchObject({
    plays: 2,
    listeners: 2,
    top: [
      ['ada', 1],
      ['bo', 1],
    ],
  })
  await ignore('Lulla', 'false')
  await ignore('Sol', 'false', bo)
  expect([await read('Hits'), await read('Own')]).toEqual(before)
})

test('what plays now is hidden from others while its artist is ignored', async () => {
  await server.db
    .insertInto('now_playing')
    .values({
      member_id: ada.id,
      artist: 'Lulla',
      artist_key: 'lulla',
      title: 'Song 0',
      started_at: server.clock.now(),
      ends_at: new Date(server.clock.now().getTime() + 60_000),
    })
    .execute()
  const playing = async (as: TestMember) => (await get('/api/user/now-playing', { user: 'ada' }, as)).now_playing
  expect(await playing(bo)).toMatchObject({ artist: 'Lulla' })
  await ignore('Lulla')
  expect(await playing(bo)).toBeNull()
  expect(await playing(ada)).toMatchObject({ artist: 'Lulla' })
})

test('artists that the member cannot see cannot be ignored, and no more than 500', async () => {
  await server.db.updateTable('members').set({ hides_listening: true }).where('id', '=', ada.id).execute()
  expect((await ignore('Lulla', 'true', bo)).status).toBe(404)
  const ids = Array.from({ length: 500 }, (_, place) => 1_000_000 + place)
  await server.db
    .insertInto('ignored_artists')
    .values(ids.map((artist_id) => ({ member_id: ada.id, artist_id, ignored_at: server.clock.now() })))
    .execute()
  expect((await ignore('Lulla')).status).toBe(409)
})
