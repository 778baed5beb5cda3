import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createBatchImporter } from '#server/music-services/imports/import-batch.ts'
import { makeMember } from '#tests/support/members.ts'
import { readMergeable } from '#tests/support/mergeable.ts'
import { splitAllCredits } from '#tests/support/split-all-credits.ts'
import { type TestMember, testServer } from '#tests/support/test-server.ts'
import { countChanges } from '../leaderboards/artist-counts.ts'
import { applyDecision } from './apply-decisions.ts'

const server = await testServer()
const AT = Math.floor(server.clock.now().getTime() / 1000) - 500_000

let round = 0
let admin: TestMember
let ada: TestMember
let bo: TestMember
beforeEach(async () => {
  round++
  admin = await makeMember(server, `admin${round}`)
  await server.db.updateTable('members').set({ is_admin: true }).where('id', '=', admin.id).execute()
  ada = await makeMember(server, `ada${round}`)
  bo = await makeMember(server, `bo${round}`)
})

interface Sent {
  readonly artist: string
  readonly title: string
  readonly album?: string
  readonly albumArtist?: string
  readonly release?: string
  readonly mbid?: string
  readonly at?: number
}

/** Names that no other test uses. */
const name = (text: string) => `${text} ${round}`
const mbid = (number: number) => `00000000-0000-4000-8000-${String(round * 100 + number).padStart(12, '0')}`
let listened = 0
const take = (member: TestMember, sent: readonly Sent[]) =>
  createBatchImporter(server.db, member.id)(
    'listenbrainz',
    sent.map(({ artist, title, album, albumArtist, release, mbid: artistMbid, at = 7000 * ++listened }) => ({
      artist: artist.includes('feat.') ? artist : name(artist),
      title,
      listenedAt: AT + (at % 400_000),
      details: {
        album,
        albumArtist: albumArtist && name(albumArtist),
        releaseMbid: release,
        artistMbids: artistMbid === undefined ? undefined : [artistMbid],
        durationMs: 200_000,
      },
    })),
  )

const decide = async (path: string, query: Record<string, string | number>) => {
  const { status, body } = await server.post(`/api/admin/${path}`, query, { as: admin })
  return status === 200 ? 200 : [status, body.error]
}
const run = async () => {
  while (await server.db.transaction().execute((tx) => applyDecision(tx))) {
    // Each run has its own transaction.
  }
}
const merge = async (kind: string, from: Record<string, string>, into: Record<string, string>) => {
  const query = { kind, ...from, into_artist: into['artist'] ?? '', into_title: into['title'] ?? '' }
  expect(await decide('merge-music', query)).toBe(200)
  await run()
}
const list = async (by = 'admins') =>
  (await server.get('/api/admin/music-decisions', { by }, { as: admin })).body.decisions as {
    id: number
    action: string
    name: string
    into: string
    state: string
  }[]
const undoLast = async (by = 'admins') => {
  const status = await decide('undo-music-decision', { id: (await list(by))[0]?.id ?? 0 })
  await run()
  return status
}
const artistsOf = async (member: TestMember) => {
  const { body } = await server.get('/api/user/top-artists', { user: member.name, period: 'overall' })
  return Object.fromEntries(
    body.topArtists.map((artist: { name: string; scrobbles: number }) => [
      artist.name.replace(` ${round}`, ''),
      artist.scrobbles,
    ]),
  )
}
const idOf = async (artist: string, title: string) => {
  const { rows } = await sql<{ id: number }>`select tracks.id from tracks join artists on artists.id = artist_id
    where name = ${name(artist)} and title = ${title}`.execute(server.db)
  return rows[0]?.id ?? 0
}

/** Two members' histories with a misspelt artist, twins among tracks and albums, and loves. */
async function takeHistories() {
  await take(ada, [
    { artist: 'Nine Rooms', title: 'Rain', album: 'Harbour' },
    { artist: 'Nine Roms', title: 'Rain', album: 'Harbour' },
    { artist: 'Nine Roms', title: 'Snow', album: 'Winter' },
    { artist: 'Nine Roms', title: 'Snow', album: 'Harbour', albumArtist: 'Nine Roms' },
    { artist: 'Cleo', title: 'Ash', album: 'Nine Roms', albumArtist: 'Nine Roms' },
  ])
  await take(bo, [
    { artist: 'Nine Roms', title: 'Rain', album: 'Harbour' },
    { artist: 'Nine Rooms', title: 'Fog' },
    { artist: 'Nine Rooms', title: 'Rain' },
    { artist: 'Nine Rooms', title: 'Rain' },
  ])
  for (const [member, artist] of [
    [ada, 'Nine Roms'],
    [bo, 'Nine Rooms'],
  ] as const) {
    const track = await idOf(artist, 'Rain')
    await sql`insert into track_feedback (member_id, track_id, score, created_at) values (${member.id}, ${track}, 1, now())`.execute(
      server.db,
    )
    await sql`insert into later_tracks (member_id, track_id, saved_at) values (${member.id}, ${track}, now())`.execute(
      server.db,
    )
    await sql`insert into track_links (track_id, service, place, external_id, source, first_seen, last_seen)
      values (${track}, 1, 1, ${`${artist}${round}`}, 1, current_date, current_date)`.execute(server.db)
  }
}

test('merging two artists gives one of them all plays, loves and albums, and undoing it restores every row', async () => {
  await takeHistories()
  const before = await readMergeable(server.db)
  const [from, into] = [await idOf('Nine Roms', 'Rain'), await idOf('Nine Rooms', 'Rain')]
  await merge('artist', { artist: name('Nine Roms') }, { artist: name('nine rooms') })
  expect(await artistsOf(ada)).toEqual({ 'Nine Rooms': 4, Cleo: 1 })
  expect(await artistsOf(bo)).toEqual({ 'Nine Rooms': 4 })
  const merged = await readMergeable(server.db)
  expect(merged['loves']?.filter((love) => JSON.stringify(love).includes(`"track_id":${into}`))).toHaveLength(2)
  expect(JSON.stringify(merged['listens'])).not.toContain(`"track_id":${from},`)
  const { body } = await server.get('/api/artist/top-listeners', {
    artist: name('Nine Roms'),
    period: 'overall',
    limit: 9,
  })
  expect(body.topListeners).toHaveLength(2)
  expect((await list())[0]).toMatchObject({
    action: 'merge',
    name: name('Nine Roms'),
    into: name('Nine Rooms'),
    state: 'applied',
  })
  expect(await undoLast()).toBe(200)
  expect(await readMergeable(server.db)).toEqual(before)
  expect(await list()).toEqual([])
})

test('undoing a merge of artists restores the ignored artists of each member', async () => {
  const [cy, dee] = [await makeMember(server, `cy${round}`), await makeMember(server, `dee${round}`)]
  const members = [ada, bo, cy, dee]
  const sent = ['Nine Roms', 'Nine Roms', 'Nine Rooms'].map((artist, place) => ({ artist, title: `T${place}` }))
  for (const member of members) await take(member, [...sent, { artist: 'Cleo', title: 'Ash' }])
  const artist = async (text: string) =>
    (await server.db.selectFrom('artists').select('id').where('name', '=', name(text)).executeTakeFirstOrThrow()).id
  const [from, into] = [await artist('Nine Roms'), await artist('Nine Rooms')]
  const ignore = (member: TestMember, id: number, is_ignored = 'true') =>
    server.post('/api/user/ignore-artist', { user: member.name, id, is_ignored }, { as: member })
  // Ada ignores the misspelt one, Bo the other, Cy both; Dee ignores the first, and none after the merge.
  for (const [member, id] of [
    [ada, from],
    [bo, into],
    [cy, from],
    [cy, into],
    [dee, from],
  ] as const)
    expect((await ignore(member, id)).status).toBe(200)
  const before = await readMergeable(server.db)
  await merge('artist', { artist: name('Nine Roms') }, { artist: name('Nine Rooms') })
  for (const member of members) expect(await artistsOf(member)).toEqual({ Cleo: 1 })
  const listed = (await server.get('/api/user/ignored-artists', { user: ada.name }, { as: ada })).body.artists
  expect(listed).toMatchObject([{ id: into }])
  await undoLast()
  expect(await readMergeable(server.db)).toEqual(before)
  expect(await artistsOf(ada)).toEqual({ 'Nine Rooms': 1, Cleo: 1 })
  expect(await artistsOf(bo)).toEqual({ 'Nine Roms': 2, Cleo: 1 })
  await merge('artist', { artist: name('Nine Roms') }, { artist: name('Nine Rooms') })
  await ignore(dee, into, 'false')
  await undoLast()
  expect(await artistsOf(dee)).toEqual({ 'Nine Roms': 2, 'Nine Rooms': 1, Cleo: 1 })
})

/** Stores that a member has chosen a service that has filled no charts yet. */
const chooseUnread = ({ id }: TestMember) =>
  sql`insert into member_sources (member_id, service, account, is_proven, chosen_at)
    values (${id}, 'lastfm', 'Ada_L', false, now())`.execute(server.db)

test('merging and separating artists counts members with a service that has filled no charts', async () => {
  await takeHistories()
  await chooseUnread(ada)
  const before = await readMergeable(server.db)
  await merge('artist', { artist: name('Nine Roms') }, { artist: name('Nine Rooms') })
  const { rows } = await sql`select plays, tracks_heard as tracks from artist_plays
    where member_id = ${ada.id} order by plays desc limit 1`.execute(server.db)
  expect(rows).toEqual([{ plays: 4, tracks: 2 }])
  await undoLast()
  expect(await readMergeable(server.db)).toEqual(before)
})

test('merging artists leaves credits out for all their artists where a member ignores one of the two', async () => {
  const names = ['Nine Roms', 'Nine Rooms', 'Cleo'].map(name)
  const [wrong, right, other] = names
  const sent = [...names, `${wrong} feat. ${other}`, `${right} feat. ${other}`, `${other} feat. ${right}`]
  for (const member of [ada, bo])
    await createBatchImporter(server.db, member.id)(
      'listenbrainz',
      sent.map((artist, place) => ({ artist, title: `T${place}`, listenedAt: AT + 1000 * place, details: {} })),
    )
  await splitAllCredits(server)
  for (const [member, artist] of [
    [ada, wrong],
    [bo, right],
  ] as const) {
    const { id } = await server.db
      .selectFrom('artists')
      .select('id')
      .where('name', '=', artist ?? '')
      .executeTakeFirstOrThrow()
    await server.post('/api/user/ignore-artist', { user: member.name, id, is_ignored: 'true' }, { as: member })
  }
  const before = await readMergeable(server.db)
  expect(await artistsOf(ada)).toEqual({ Cleo: 3, 'Nine Rooms': 3 })
  expect(await artistsOf(bo)).toEqual({ Cleo: 2, 'Nine Roms': 2 })
  await merge('artist', { artist: wrong ?? '' }, { artist: right ?? '' })
  for (const member of [ada, bo]) expect(await artistsOf(member)).toEqual({ Cleo: 1 })
  await undoLast()
  expect(await readMergeable(server.db)).toEqual(before)
})

test('a first listen that a merge deletes moves the start of a history without charts from a service', async () => {
  const send = (source: 'listenbrainz' | 'spotify-extended', title: string, listenedAt: number) =>
    createBatchImporter(server.db, ada.id)(source, [{ artist: name('Nine Rooms'), title, listenedAt }])
  await send('listenbrainz', 'Snow', AT)
  await send('spotify-extended', 'Snow (Live)', AT + 30)
  await chooseUnread(ada)
  await merge(
    'track',
    { artist: name('Nine Rooms'), title: 'Snow' },
    { artist: name('Nine Rooms'), title: 'Snow (Live)' },
  )
  const { rows } = await sql<{ since: Date }>`select listens_since as since from members
    where id = ${ada.id}`.execute(server.db)
  expect(rows).toEqual([{ since: new Date((AT + 30) * 1000) }])
})

test('undoing a merge moves what members have changed since correctly: deleted listens stay deleted', async () => {
  await takeHistories()
  await merge('track', { artist: name('Nine Roms'), title: 'Snow' }, { artist: name('Nine Roms'), title: 'Rain' })
  expect((await artistsOf(ada))['Nine Roms']).toBe(3)
  const { body } = await server.get('/api/user/listens', { user: ada.name }, { as: ada })
  const rain = body.listens.filter((listen: { artist: string }) => listen.artist === name('Nine Roms'))
  expect(rain.map((listen: { track: string }) => listen.track)).toEqual(['Rain', 'Rain', 'Rain'])
  await server.post('/api/user/delete-listen', { user: ada.name, id: rain[0].id }, { as: ada })
  expect(await undoLast()).toBe(200)
  const { body: after } = await server.get('/api/user/top-tracks', { user: ada.name, period: 'overall' }, { as: ada })
  const plays = after.topTracks
    .filter((track: { artist: string }) => track.artist === name('Nine Roms'))
    .map((track: { track: string; playcount: number }) => [track.track, track.playcount])
  expect(plays.toSorted()).toEqual([
    ['Rain', 1],
    ['Snow', 1],
  ])
})

test('the name that an admin chose remains when more members sent another one', async () => {
  await take(ada, [{ artist: 'Rooms', title: 'One' }])
  const others = await Promise.all(['c', 'd', 'e'].map((each) => makeMember(server, `${each}${round}`)))
  for (const member of others) await take(member, [{ artist: 'Roms', title: 'One' }])
  await merge('artist', { artist: name('Roms') }, { artist: name('Rooms') })
  await take(bo, [{ artist: 'roms', title: 'Two' }])
  expect(await artistsOf(ada)).toEqual({ Rooms: 1 })
})

test('albums of one release under several artists can be merged, and separated again', async () => {
  await take(ada, [{ artist: 'Ada', title: 'One', album: 'Various' }])
  await take(bo, [{ artist: 'Bo', title: 'Two', album: 'Various' }])
  const before = await readMergeable(server.db)
  await merge('album', { artist: name('Ada'), title: 'Various' }, { artist: name('Bo'), title: 'Various' })
  expect((await readMergeable(server.db))['albumPlays']).not.toEqual(before['albumPlays'])
  const { rows } = await sql<{ albums: number }>`select count(distinct album_id) as albums from album_plays
    where member_id in (${ada.id}, ${bo.id})`.execute(server.db)
  expect(rows[0]?.albums).toBe(1)
  await undoLast()
  expect(await readMergeable(server.db)).toEqual(before)
})

test('a later merge of the same artist has to be undone first', async () => {
  await take(ada, [
    { artist: 'A', title: 'One' },
    { artist: 'B', title: 'One' },
    { artist: 'C', title: 'One' },
  ])
  const before = await readMergeable(server.db)
  await merge('artist', { artist: name('A') }, { artist: name('B') })
  const [first] = await list()
  await merge('artist', { artist: name('B') }, { artist: name('C') })
  expect(await artistsOf(ada)).toEqual({ C: 3 })
  expect(await decide('undo-music-decision', { id: first?.id ?? 0 })).toEqual([
    409,
    'One of them was merged again since. Undo that first.',
  ])
  expect(await undoLast()).toBe(200)
  expect(await artistsOf(ada)).toEqual({ B: 2, C: 1 })
  expect(await undoLast()).toBe(200)
  expect(await readMergeable(server.db)).toEqual(before)
})

test('a merge on which members agreed can be undone, and is not repeated by their next file', async () => {
  const sent = [
    { artist: 'Kino', title: 'One', mbid: mbid(1) },
    { artist: 'Кино', title: 'One', mbid: mbid(1) },
  ]
  for (const member of [ada, bo]) await take(member, sent)
  expect(Object.keys(await artistsOf(ada))).toHaveLength(1)
  expect(await undoLast('all')).toBe(200)
  expect(await artistsOf(ada)).toEqual({ Kino: 1, Кино: 1 })
  await take(bo, sent)
  expect(Object.keys(await artistsOf(ada))).toHaveLength(2)
  expect((await list('all'))[0]?.action).toBe('apart')
})

test('a renamed artist has the new name for all but those that sent another, and both names lead to it', async () => {
  await take(ada, [{ artist: 'Bjork', title: 'One' }])
  const before = await readMergeable(server.db)
  expect(await decide('rename-music', { kind: 'artist', artist: name('Bjork'), name: name('Björk') })).toBe(200)
  await run()
  await take(bo, [{ artist: 'Björk', title: 'One' }])
  await take(bo, [{ artist: 'Bjork', title: 'Two' }])
  expect(await artistsOf(bo)).toEqual({ Björk: 2 })
  const { body } = await server.get('/api/user/top-artists', { user: ada.name, period: 'overall' }, { as: ada })
  expect(body.topArtists[0].name).toBe(name('Bjork'))
  await undoLast()
  const after = await readMergeable(server.db)
  expect(after['artists']).toContainEqual(before['artists']?.at(-1))
  expect(await artistsOf(bo)).toEqual({ Bjork: 2 })
})

test('a rename of an artist that is merged by then is impossible', async () => {
  await take(ada, [
    { artist: 'Bjork', title: 'One' },
    { artist: 'Björk', title: 'One' },
  ])
  const [artist, into] = [name('Bjork'), name('Björk')]
  expect(await decide('merge-music', { kind: 'artist', artist, into_artist: into })).toBe(200)
  expect(await decide('rename-music', { kind: 'artist', artist, name: name('Bjørk') })).toBe(200)
  await run()
  expect((await list()).slice(0, 2)).toMatchObject([
    { action: 'rename', state: 'impossible' },
    { action: 'merge', state: 'applied' },
  ])
  const { rows } = await sql`select name from artists where name = ${name('Bjørk')}`.execute(server.db)
  expect(rows).toEqual([])
})

test('a name of another artist is refused for a rename, and a title without an artist for a merge', async () => {
  await take(ada, [
    { artist: 'A', title: 'One' },
    { artist: 'B', title: 'One' },
  ])
  expect(await decide('rename-music', { kind: 'artist', artist: name('A'), name: name('b') })).toEqual([
    409,
    'There is another artist with this name. Merge them instead.',
  ])
  expect(await decide('merge-music', { kind: 'track', artist: name('A'), into_artist: name('B') })).toEqual([
    400,
    'Enter the title of the track.',
  ])
  const tracks = { kind: 'track', artist: name('A'), title: 'One', into_artist: name('B'), into_title: 'One' }
  expect(await decide('merge-music', tracks)).toEqual([
    409,
    'Tracks of two artists cannot be merged. Merge the artists first.',
  ])
  expect(await decide('merge-music', { kind: 'artist', artist: name('A'), into_artist: name('Z') })).toEqual([
    404,
    `There is no artist "${name('Z')}".`,
  ])
})

test('a credit is split by an admin, made one artist again, and left so by the job', async () => {
  const credit = `${name('Ada')} & ${name('Bo')}`
  const sent = [{ artist: `${credit} feat. ${name('Cleo')}`, title: 'One' }]
  await take(ada, sent)
  await take(bo, [{ artist: 'Cleo', title: 'Two' }])
  const whole = sent[0]?.artist ?? ''
  const plays = async () => {
    const { rows } = await sql<{ name: string; plays: number }>`select name, artist_plays.plays from artist_plays
      join artists on artists.id = artist_id where member_id = ${ada.id} order by name`.execute(server.db)
    return rows.map((row) => [row.name, row.plays])
  }
  expect(await decide('split-artist', { artist: whole, names: `${name('Ada')}\n${name('Cleo')}` })).toEqual([
    400,
    'The name must consist of these artists in this order, and of nothing else.',
  ])
  expect(await decide('split-artist', { artist: whole, names: `${credit}\n\n${name('Cleo')}` })).toBe(200)
  await run()
  expect(await plays()).toEqual([
    [credit, 1],
    [name('Cleo'), 1],
  ])
  await undoLast()
  expect(await plays()).toEqual([[whole, 1]])
  await splitAllCredits(server)
  expect(await plays()).toEqual([[whole, 1]])
  expect((await list())[0]).toMatchObject({ action: 'whole', state: 'applied' })
})

test('suggestions are found in time when thousands of names share an MBID, a title or a release', async () => {
  await sql`with artist as (
      insert into artists (name, name_key) select 'Sent ' || n, 'sent ' || n from generate_series(1, 5000) as n returning id),
    track as (
      insert into tracks (artist_id, title, title_key)
      select (select min(id) from artist), 'Sent ' || n, 'sent ' || n from generate_series(1, 5000) as n returning id),
    album as (
      insert into albums (artist_id, title, title_key, release_mbid) select id, 'Sent', 'sent', ${mbid(90)}::uuid from artist),
    claim as (
      insert into identity_claims (kind, id, mbid, member_id)
      select 'artist', id, ${mbid(91)}::uuid, ${ada.id}::bigint from artist
      union all select 'track', id, ${mbid(92)}::uuid, ${ada.id}::bigint from track)
    insert into artist_plays (member_id, artist_id, plays, tracks_heard) select ${ada.id}::bigint, id, 1, 1 from artist`.execute(
    server.db,
  )
  const begin = performance.now()
  const { status, body } = await server.get('/api/admin/music-suggestions', {}, { as: admin })
  expect(performance.now() - begin).toBeLessThan(10_000)
  expect(status).toBe(200)
  expect(body.suggestions).toContainEqual(
    expect.objectContaining({ reason: 'mbid', artist: expect.stringMatching(/^Sent/) }),
  )
  await sql`delete from identity_claims where member_id = ${ada.id}`.execute(server.db)
})

test('suggestions have names of one MBID, of the same letters, albums of one release, and credits', async () => {
  await take(ada, [
    { artist: 'Kino', title: 'One', mbid: mbid(1) },
    { artist: 'Кино', title: 'One', mbid: mbid(1) },
    { artist: 'Beyoncé', title: 'One' },
    { artist: 'Ada', title: 'One', album: 'All', release: mbid(2) },
    { artist: 'Bo', title: 'Two' },
  ])
  await take(bo, [
    { artist: 'Beyonce', title: 'One' },
    { artist: 'Bo', title: 'Two', album: 'All', release: mbid(2) },
    { artist: 'Cleo & Ada', title: 'Three' },
    { artist: 'Cleo', title: 'Three' },
  ])
  await server.db.transaction().execute((tx) => countChanges(tx))
  const { body } = await server.get('/api/admin/music-suggestions', {}, { as: admin })
  const found = body.suggestions
    .filter((each: { artist: string }) => each.artist.endsWith(` ${round}`))
    .map((each: { reason: string; artist: string; into_artist: string }) => [
      each.reason,
      each.artist,
      each.into_artist,
    ])
  expect(found).toContainEqual(['mbid', name('Кино'), name('Kino')])
  expect(found).toContainEqual(['letters', name('Beyonce'), name('Beyoncé')])
  expect(found).toContainEqual(['release', name('Bo'), name('Ada')])
  await merge('artist', { artist: name('Кино') }, { artist: name('Kino') })
  const { body: later } = await server.get('/api/admin/music-suggestions', {}, { as: admin })
  expect(JSON.stringify(later)).not.toContain(name('Кино'))
})
