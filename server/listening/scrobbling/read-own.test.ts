import { beforeEach, expect, test } from 'vitest'
import { callAudioscrobbler, countsOf, makeToken } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { lockListens } from '../listens.ts'
import { keepAll } from './inbox.ts'

let server: TestServer
let ada: TestMember
let token: string
/** As a player's scrobble is kept, in a process that has not come to counting it: nobody here counts but who reads. */
let keep: (...days: number[]) => Promise<void>
let title: string

beforeEach(async () => {
  server = await testServer()
  title = 'Rain'
  ada = await server.signUp('ada')
  token = await makeToken(server, ada)
  const { id } = await server.db.selectFrom('scrobble_tokens').select('id').executeTakeFirstOrThrow()
  const bearer = { tokenId: id, memberId: ada.id, memberName: ada.name }
  keep = async (...days) => {
    const scrobbles = days.map((day) => ({
      artist: 'Sol Ferro',
      title,
      listenedAt: Math.floor(server.clock.now().getTime() / 1000) - day * 86_400,
    }))
    expect(await keepAll(server.db, [{ bearer, scrobbles }])).toEqual([true])
  }
})

const asPlayer = (path: string) => server.get(path, {}, { headers: { Authorization: `Token ${token}` } })
const asAda = (path: string, query: Record<string, string | number> = {}) =>
  server.get(path, { user: 'ada', ...query }, { as: ada })
const inboxIsEmpty = async () => (await server.db.selectFrom('scrobble_inbox').select('id').execute()).length === 0

const plays = { artist: 'Sol Ferro', period: 'overall' }
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'ListenBrainz: listens': async () => (await asPlayer('/1/user/ada/listens')).body.payload.count,
  'ListenBrainz: listen-count': async () => (await asPlayer('/1/user/ada/listen-count')).body.payload.count,
  'user.getRecentTracks': async () => {
    const { body } = await callAudioscrobbler(server, { method: 'user.getRecentTracks', api_key: token })
    return body.recenttracks.track.length
  },
  'user.getInfo': async () =>
    Number((await callAudioscrobbler(server, { method: 'user.getInfo', api_key: token })).body.user.playcount),
  'top artists': async () =>
    (await asAda('/api/user/top-artists', { period: 'overall' })).body.topArtists[0]?.scrobbles,
  'top tracks': async () => (await asAda('/api/user/top-tracks', { period: 'overall' })).body.topTracks[0]?.playcount,
  'plays of an artist': async () => (await asAda('/api/artist/listens', plays)).body.plays,
  'daily plays': async () => (await asAda('/api/user/daily-plays', { days: 7 })).body.days.length,
  'where listens come from': async () => (await asAda('/api/user/listening-sources')).body.sources[0]?.listens,
}

test.each(Object.keys(reads))('%s: who reads what is their own finds what was just accepted', async (name) => {
  await keep(1, 2)
  expect(await reads[name]?.()).toBe(2)
  expect(await inboxIsEmpty()).toBe(true)
})

test('exploration knows the track that was just accepted', async () => {
  await keep(1)
  await countsOf(server, ada.id)
  title = 'Snow'
  await keep(1)
  const { id } = await server.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
  expect((await asAda('/api/artist/exploration', { id })).body).toMatchObject({ known_tracks: 2, heard_tracks: 2 })
})

test('the export counts it first', async () => {
  await keep(1, 2)
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await server.app.hono.request(
    'http://localhost:3000/api/user/export?user=ada',
    { headers: { cookie } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0)
  expect(await inboxIsEmpty()).toBe(true)
  expect((await countsOf(server, ada.id)).listens).toBe(2)
})

test('while an import is busy the rest is read, and nobody gets an error', async () => {
  await keep(3)
  expect(await reads['user.getInfo']?.()).toBe(1)
  await keep(1)
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, ada.id)
    expect(await reads['user.getInfo']?.()).toBe(1)
  })
  expect(await reads['user.getInfo']?.()).toBe(2)
})

test('deleting a time of the history takes what waits of that time', async () => {
  await keep(1, 9)
  const at = (day: number) => new Date(server.clock.now().getTime() - day * 86_400_000).toISOString()
  const { body } = await server.post(
    '/api/user/delete-listens',
    { user: 'ada', from: at(5), until: at(0) },
    { as: ada },
  )
  expect(body).toMatchObject({ success: true })
  expect(await reads['user.getInfo']?.()).toBe(1)
  expect((await asPlayer('/1/user/ada/listens')).body.payload.listens[0].listened_at).toBe(
    Math.floor(server.clock.now().getTime() / 1000) - 9 * 86_400,
  )
})

test('with the account goes what waits', async () => {
  await keep(1)
  await server.post('/api/user/delete-account', { user: 'ada', password: ada.password }, { as: ada })
  expect(await inboxIsEmpty()).toBe(true)
})
