import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { LaterTrack } from '#contract/listening/later-tracks.ts'
import { aggregateAccepted, bearerOf, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { joinTracks } from '../identities/join.ts'
import { storeTrackLinks } from '../links/track-links.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  bo = await server.signUp('Bo')
  return () => server.close()
})

const save = (track: string, more: Record<string, string> = {}) =>
  server.post(
    '/api/user/save-for-later',
    { user: 'Ada', artist: 'Nine Rooms', track, is_saved: 'true', ...more },
    { as: ada },
  )
const remove = (track: string) => save(track, { is_saved: 'false' })
const list = async () => (await server.get('/api/user/later-tracks', { user: 'Ada' }, { as: ada })).body
const titles = (rows: readonly LaterTrack[]) => rows.map(({ track }) => track)

async function listen(track: string, secondsAgo: number) {
  const { token } = await bearerOf(server, 'Ada')
  const listened_at = Math.floor(server.clock.now().getTime() / 1000) - secondsAgo
  const track_metadata = { artist_name: 'nine rooms', track_name: track }
  await submitListens(server, token, { listen_type: 'import', payload: [{ listened_at, track_metadata }] })
  await aggregateAccepted(server)
}

const addTrack = async (title: string) => {
  const [id = 0] = await server.db.transaction().execute((tx) => insertTracks(tx, [{ artist: 'Nine Rooms', title }]))
  return id
}

test('saves a track once, lists the latest first, and removes it', async () => {
  for (const track of ['Slow Ferry', 'slow ferry', 'Harbour']) expect((await save(track)).status).toBe(200)
  expect(await list()).toMatchObject({
    laterTracks: [{ track: 'Harbour' }, { track: 'Slow Ferry' }],
    total: 2,
    heard: [],
  })
  expect((await remove('SLOW FERRY')).status).toBe(200)
  expect((await remove('Unknown')).status).toBe(200)
  expect(titles((await list()).laterTracks)).toEqual(['Harbour'])
})

test('a track leaves the list with a listen of it, and can be put back', async () => {
  await save('Slow Ferry')
  await save('Harbour')
  await sql`update later_tracks set saved_at = ${new Date(server.clock.now().getTime() - 60_000)}`.execute(server.db)
  await listen('Slow Ferry', 120)
  expect(await list()).toMatchObject({ total: 2, heard: [] })
  await listen('SLOW FERRY', 30)
  const { laterTracks, total, heard } = await list()
  expect([titles(laterTracks), total, titles(heard)]).toEqual([['Harbour'], 1, ['Slow Ferry']])
  await save('Slow Ferry')
  const after = await list()
  expect([titles(after.laterTracks), after.heard]).toEqual([['Slow Ferry', 'Harbour'], []])
})

test('a track that was heard is listed for a week', async () => {
  await save('Slow Ferry')
  await sql`update later_tracks set heard_at = now() - interval '8 days'`.execute(server.db)
  expect(await list()).toMatchObject({ laterTracks: [], total: 0, heard: [] })
})

test('names the sender of a broadcast, a swap and a message, to their viewers only', async () => {
  const id = await addTrack('Slow Ferry')
  const now = server.clock.now()
  const { rows } = await sql<{ id: number }>`insert into broadcasts (author_id, title, body, type, track_id, created_at)
    values (${bo.id}, 'x', 'x', 'Track', ${id}, ${now}) returning id`.execute(server.db)
  const broadcast = String(rows[0]?.id)
  await save('Slow Ferry', { from_kind: 'broadcast', from_id: broadcast })
  expect((await list()).laterTracks).toMatchObject([
    { from_user: 'Bo', from_kind: 'broadcast', from_id: Number(broadcast) },
  ])
  // Another track, and a broadcast that does not exist.
  for (const [track, from_id] of [
    ['Harbour', broadcast],
    ['Pier', '999999'],
  ] as const)
    await save(track, { from_kind: 'broadcast', from_id })
  const unknown = (await list()).laterTracks.filter(({ track }: LaterTrack) => track !== 'Slow Ferry')
  expect(unknown.map((row: LaterTrack) => row.from_user)).toEqual([undefined, undefined])
  await server.db.deleteFrom('broadcasts').where('id', '=', Number(broadcast)).execute()
  const row = (await list()).laterTracks.find(({ track }: LaterTrack) => track === 'Slow Ferry')
  expect([row.from_user, row.from_id]).toEqual(['Bo', undefined])
  await server.post('/api/user/block', { user: 'Bo', other: 'Ada' }, { as: bo })
  expect((await list()).laterTracks.map((each: LaterTrack) => each.from_user)).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('lists where the tracks play', async () => {
  const trackId = await addTrack('Slow Ferry')
  await server.db
    .transaction()
    .execute((tx) => storeTrackLinks(tx, [{ trackId, service: 'deezer', id: '3135556' }], 'shared'))
  await save('Slow Ferry')
  expect((await list()).laterTracks).toMatchObject([{ links: 'deezer:3135556' }])
})

test('has at most 1,000 tracks', async () => {
  await sql`with one as (insert into artists (name, name_key) values ('Many', 'many') returning id),
    all_tracks as (insert into tracks (artist_id, title, title_key) select one.id, 'T' || n, 't' || n from one, generate_series(1, 999) as n returning id)
    insert into later_tracks (member_id, track_id, saved_at) select ${ada.id}, id, now() from all_tracks`.execute(
    server.db,
  )
  expect((await save('Slow Ferry')).status).toBe(200)
  const refused = await save('Harbour')
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'Your list has 1000 tracks, the maximum. Remove some first.',
  ])
  expect((await save('Slow Ferry')).status).toBe(200)
  expect((await list()).total).toBe(1000)
})

test('a track that becomes a spelling of another is listed once', async () => {
  await save('Slow Ferry')
  await save('Slow Fery')
  const { laterTracks } = await list()
  const [from, into] = laterTracks.map(({ track_id }: LaterTrack) => track_id)
  await joinTracks(server.db, from, into)
  expect((await list()).laterTracks).toMatchObject([{ track_id: into }])
})

test('rejects a track without a name, and the list of another member', async () => {
  expect((await save('\u200b')).status).toBe(400)
  expect((await save('Rain', { is_saved: 'maybe' })).body.error).toBe('is_saved must be true or false.')
  expect((await save('Rain', { from_kind: 'story', from_id: '1' })).status).toBe(400)
  const as = { as: bo }
  expect((await server.get('/api/user/later-tracks', { user: 'Ada' }, as)).body.code).toBe('wrong_member')
  const query = { user: 'Ada', artist: 'Sol Ferro', track: 'Rain', is_saved: 'true' }
  expect((await server.post('/api/user/save-for-later', query, as)).body.code).toBe('wrong_member')
  expect((await server.get('/api/user/later-tracks', { user: 'Ada' })).status).toBe(401)
})
