import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { aggregateAccepted, makeToken, submitListens } from '#tests/support/players.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import type { Source } from '../listens/sources.ts'
import { joinArtists } from './join.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 100_000

let round = 0
let ada: TestMember
let bo: TestMember
let cleo: TestMember
beforeEach(async () => {
  round++
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
  cleo = await makeMember(server, `cleo${round}`)
})

interface Sent {
  readonly artist: string
  readonly title?: string
  readonly at?: number
  readonly names?: readonly string[]
  readonly mbids?: number
}

/** Names that no other test uses: each letter from A to F is an artist. */
const name = (text: string) => text.replaceAll(/\b[A-F]\b/g, (letter) => `${letter}rtist${round}`)
const mbid = (number: number) => `00000000-0000-4000-8000-${String(round * 100 + number).padStart(12, '0')}`

let listened = 0
const take = (member: TestMember, sent: readonly Sent[], source: Source = 'lastfm-csv') =>
  createBatchImporter(server.db, member.id)(
    source,
    sent.map(({ artist, title = `Song ${listened}`, at = 300 * ++listened, names, mbids }) => ({
      artist: name(artist),
      title,
      listenedAt: AT + at,
      details: {
        durationMs: 200_000,
        artistNames: names?.map(name),
        artistMbids: mbids === undefined ? undefined : Array.from({ length: mbids }, (_, place) => mbid(place)),
      },
    })),
  )

const split = () => splitAllCredits(server)

const shorten = (artist: string) => artist.replaceAll(`rtist${round}`, '')
const artistsOf = async (member: TestMember, period = 'overall') => {
  const { body } = await server.get('/api/user/top-artists', { user: member.name, period })
  return Object.fromEntries(
    body.topArtists.map((artist: { name: string; scrobbles: number }) => [shorten(artist.name), artist.scrobbles]),
  )
}
const boardOf = async (artist: string, period = 'overall') => {
  const { body } = await server.get('/api/artist/top-listeners', { artist: name(artist), period, limit: 50 })
  return body.topListeners.map((listener: { username: string; playcount: number }) => [
    listener.username,
    listener.playcount,
  ])
}

/** Counts every artist sum anew from the listens, in SQL that the server does not use. */
async function sumsAreRight() {
  await server.db.transaction().execute((tx) => countChanges(tx))
  const { rows } = await sql<{ what: string }>`
    with named as (select id as artist_id, id as counted from artists where id not in (select credit_id from artist_credits)
      union all select credit_id, artist_id from artist_credits),
    counted as (select l.member_id, n.counted as artist_id, count(*) as plays, count(distinct l.track_id) as tracks
      from listens l join tracks t on t.id = l.track_id join named n on n.artist_id = t.artist_id group by 1, 2)
    select 'plays' as what from (select member_id, artist_id, plays, tracks_heard from artist_plays except select * from counted) x
    union all select 'missing plays' from (select * from counted except select member_id, artist_id, plays, tracks_heard from artist_plays) x
    union all select 'listeners' from artists where listeners <> (select count(*) from counted where artist_id = artists.id)
      or plays <> (select coalesce(sum(counted.plays), 0) from counted where artist_id = artists.id)`.execute(server.db)
  expect(rows).toEqual([])
}

test('plays of a credit count for each artist, in every period, on leaderboards, charts and pages', async () => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A feat. B' }, { artist: 'A feat. B' }])
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, 'A feat. B': 2 })
  await split()
  for (const period of ['overall', '7day', '12month']) {
    expect(await artistsOf(ada, period)).toEqual({ A: 3, B: 3 })
    expect(await boardOf('B', period)).toEqual([[ada.name, 3]])
    const { body: listens } = await server.get('/api/artist/listens', { artist: name('B'), user: ada.name, period })
    expect(listens.plays).toBe(3)
  }
  const { body: chart } = await server.get('/api/user/chart', { user: ada.name, kind: 'artists' }, { as: ada })
  expect([chart.plays, chart.entries]).toEqual([4, 2])
  const { body: all } = await server.get(
    '/api/user/chart',
    { user: ada.name, kind: 'artists', period: 'overall' },
    { as: ada },
  )
  expect([all.plays, all.entries]).toEqual([4, 2])
  const week = { user: ada.name, week: '2026-W47', time_zone: 'UTC' }
  const { body: recap } = await server.get('/api/user/weekly-report', week, { as: ada })
  expect(recap).toMatchObject({ plays: 4, artists: 2, new_artists: 2, top_artists: [{ plays: 3 }, { plays: 3 }] })
  const id = chart.rows.find((row: { name: string }) => row.name === name('B')).id
  const { body: page } = await server.get('/api/artist/by-id', { id }, { as: ada })
  expect(page.artist.scrobbles).toBe(3)
  const { body: music } = await server.get('/api/artist/music', { id }, { as: ada })
  expect(music.tracks).toHaveLength(3)
  const { body: exploration } = await server.get('/api/artist/exploration', { id }, { as: ada })
  expect([exploration.known_tracks, exploration.heard_tracks]).toEqual([3, 3])
  const { body: months } = await server.get(
    '/api/user/plays-by-month',
    { user: ada.name, kind: 'artists', id },
    { as: ada },
  )
  expect(months.months.map((month: { plays: number }) => month.plays)).toEqual([3])
  const { body: own } = await server.get('/api/user/listens', { user: ada.name, artist: name('B') }, { as: ada })
  expect(own.listens).toHaveLength(3)
  await sumsAreRight()
})

test('rows and pages of a track name each artist of its credit, and only of a credit', async () => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A (feat. B)', title: 'Rain' }])
  await split()
  const read = async (path: string, query: Record<string, string | number>) =>
    (await server.get(path, query, { as: ada })).body
  const { listens } = await read('/api/user/listens', { user: ada.name })
  const [credit] = listens
  const artists = [
    { id: expect.any(Number), name: name('A'), joiner: ' (feat. ' },
    { id: expect.any(Number), name: name('B'), joiner: ')' },
  ]
  expect(credit).toMatchObject({ artist: name('A (feat. B)'), artists })
  expect(listens[1]).not.toHaveProperty('artists')
  const { rows } = await read('/api/user/chart', { user: ada.name, kind: 'tracks' })
  expect(rows.find((row: { name: string }) => row.name === 'Rain')).toMatchObject({ artists })
  const { track } = await read('/api/track/by-id', { id: credit.track_id })
  expect(track).toMatchObject({ artists })
  const { tracks } = await read('/api/artist/music', { id: credit.artists[1].id })
  expect(tracks.find((row: { name: string }) => row.name === 'Rain')).toMatchObject({ artists })
})

test('the page of a credit is that of its first artist', async () => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A feat. B' }])
  await split()
  const { rows } = await sql<{ id: number }>`select id from artists where name = ${name('A feat. B')}`.execute(
    server.db,
  )
  const { body } = await server.get('/api/artist/by-id', { id: rows[0]?.id ?? 0 }, { as: ada })
  expect(body.artist.name).toBe(name('A'))
  expect(await boardOf('A feat. B')).toEqual([[ada.name, 2]])
})

test('listens that arrive after the split, deletions and joined spellings are counted exactly', async () => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A feat. B', title: 'First' }, { artist: 'C' }])
  await split()
  await take(bo, [{ artist: 'A feat. B', title: 'First' }, { artist: 'B' }])
  await take(ada, [{ artist: 'A feat. B', title: 'Second' }, { artist: 'C feat. B' }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 3, B: 4, C: 2 })
  expect(await boardOf('B')).toEqual([
    [ada.name, 4],
    [bo.name, 2],
  ])
  await sumsAreRight()
  const { rows } = await sql<{ a: number; b: number; c: number }>`select
    (select id from artists where name = ${name('A')}) as a, (select id from artists where name = ${name('B')}) as b,
    (select id from artists where name = ${name('C')}) as c`.execute(server.db)
  const { a = 0, b = 0, c = 0 } = rows[0] ?? {}
  await joinArtists(server.db, c, a)
  expect(await artistsOf(ada)).toEqual({ A: 5, B: 4 })
  await sumsAreRight()
  await joinArtists(server.db, b, a)
  expect(await artistsOf(ada)).toEqual({ A: 6 })
  await sumsAreRight()
  await server.db
    .transaction()
    .execute((tx) => deleteListens(tx, ada.id, { from: new Date(0), until: server.clock.now() }))
  expect(await artistsOf(ada)).toEqual({})
  await sumsAreRight()
})

test('separators that names have too need as many listeners of each artist as of the credit, at least two', async () => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A & B' }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, 'A & B': 1 })
  await take(bo, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A & B' }])
  await take(cleo, [{ artist: 'A & B' }])
  await split()
  expect(await artistsOf(cleo)).toEqual({ 'A & B': 1 })
  await take(cleo, [{ artist: 'A' }, { artist: 'B' }])
  await split()
  expect(await artistsOf(cleo)).toEqual({ A: 2, B: 2 })
  expect(await artistsOf(bo)).toEqual({ A: 2, B: 2 })
  await sumsAreRight()
})

test('a name with an MBID of its own is one artist', async () => {
  for (const member of [ada, bo]) await take(member, [{ artist: 'A' }, { artist: 'B' }])
  await take(ada, [{ artist: 'A & B', mbids: 1 }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, 'A & B': 1 })
})

test('a part that is a name with separators stays one', async () => {
  for (const member of [ada, bo]) await take(member, [{ artist: 'A, B' }, { artist: 'C' }])
  await take(ada, [{ artist: 'A, B & C' }])
  await split()
  expect(await artistsOf(ada)).toEqual({ 'A, B': 2, C: 2 })
})

test('a part that is a credit itself is split too', async () => {
  for (const member of [ada, bo]) await take(member, [{ artist: 'A' }, { artist: 'B' }, { artist: 'C' }])
  for (const member of [ada, bo]) await take(member, [{ artist: 'A & B feat. C' }, { artist: 'A & B' }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 3, B: 3, C: 2 })
  await sumsAreRight()
})

test('a list of artists makes a guest known, and two of them if the separator is part of names', async () => {
  await take(ada, [
    { artist: 'A; B', names: ['A', 'B'] },
    { artist: 'C & D', names: ['C', 'D'] },
  ])
  await take(bo, [{ artist: 'E feat. F', mbids: 2 }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, 'C & D': 1 })
  expect(await artistsOf(bo)).toEqual({ E: 1, F: 1 })
  await take(bo, [{ artist: 'C & D', names: ['C', 'D'] }])
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, C: 1, D: 1 })
  await sumsAreRight()
})

test('a list that is not the credit says nothing', async () => {
  await take(ada, [
    { artist: 'A; B', names: ['A', ''] },
    { artist: 'C; D', names: ['C'] },
    { artist: 'E; F', names: ['E', 'B'] },
  ])
  await split()
  expect(await artistsOf(ada)).toEqual({ 'A; B': 1, 'C; D': 1, 'E; F': 1 })
})

test('a player that lists the artists splits its scrobbles', async () => {
  const listen = (artist: string, names: readonly unknown[]) => ({
    listened_at: AT + ++listened,
    track_metadata: {
      artist_name: name(artist),
      track_name: 'Rain',
      additional_info: { media_player: 'VLC', artist_names: names },
    },
  })
  const many = Array.from({ length: 400 }, (_, place) => `N${place}`)
  await submitListens(server, await makeToken(server, ada), {
    listen_type: 'import',
    payload: [
      listen('A • B', [name('A'), name('B')]),
      listen('C • D', many),
      listen('E • F', [7, {}, null]),
      listen('C', [name('C'), name('C')]),
    ],
  })
  await aggregateAccepted(server)
  await split()
  expect(await artistsOf(ada)).toEqual({ A: 1, B: 1, C: 1, 'C • D': 1, 'E • F': 1 })
  await sumsAreRight()
})

test('a file with the artist of the album and a player with the whole credit have one play, whichever is first', async () => {
  await take(cleo, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A feat. B' }])
  await split()
  const credit = { artist: 'A feat. B', title: 'Rain', at: 1_000 }
  const album = { artist: 'A', title: 'Rain', at: 1_190 }
  expect(await take(ada, [credit], 'played')).toBe(1)
  expect(await take(ada, [album], 'spotify-extended')).toBe(0)
  expect(await take(bo, [album], 'spotify-extended')).toBe(1)
  expect(await take(bo, [credit], 'played')).toBe(0)
  expect(await take(bo, [{ ...credit, at: 2_000 }], 'played')).toBe(1)
  expect(await take(bo, [{ ...album, title: 'Snow' }], 'lastfm-csv')).toBe(1)
  expect(await take(ada, [{ artist: 'A', title: 'Rain', at: 1_000 }], 'played')).toBe(1)
  await sumsAreRight()
})

test('most members decide the names of a credit and its tracks, never one', async () => {
  const credit = { artist: 'A feat. B', title: 'Rain' }
  for (const member of [ada, bo]) await take(member, [{ artist: 'A' }, { artist: 'B' }, credit])
  await split()
  await take(cleo, [{ artist: 'a FEAT. B', title: 'RAIN' }])
  const { body } = await server.get('/api/user/listens', { user: ada.name, limit: 1 }, { as: bo })
  expect(body.listens).toMatchObject([{ track: 'Rain', artist: name('A feat. B') }])
  const { body: own } = await server.get('/api/user/listens', { user: cleo.name, limit: 1 }, { as: cleo })
  expect(own.listens).toMatchObject([{ track: 'RAIN' }])
})

test.each([
  ['deleted', 'delete-listen', {}],
  ['corrected', 'correct-listen', { artist: 'Z', track: 'Solo', scope: 'one' }],
])('a listen of a credit that was %s is not added by a file with its first artist', async (_, path, query) => {
  await take(ada, [{ artist: 'A' }, { artist: 'B' }, { artist: 'A feat. B', title: 'Duet', at: 90_000 }])
  await split()
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  const { id } = body.listens.find((listen: { track: string }) => listen.track === 'Duet')
  expect((await server.post(`/api/user/${path}`, { user: ada.name, id, ...query }, { as: ada })).status).toBe(200)
  expect(await take(ada, [{ artist: 'A', title: 'Duet', at: 90_030 }], 'spotify-extended')).toBe(0)
  expect(await take(ada, [{ artist: 'A', title: 'Duet', at: 95_000 }], 'spotify-extended')).toBe(1)
})
