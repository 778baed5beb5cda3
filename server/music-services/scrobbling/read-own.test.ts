import { beforeEach, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import { uploads } from '#contract/uploads.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { importFile } from '#tests/support/import-files.ts'
import { brainzListen } from '#tests/support/listen-files.ts'
import { callAudioscrobbler, countsOf, makeToken } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { insertScrobbles } from './inbox.ts'

let server: TestServer
let ada: TestMember
let token: string
/** Inserts scrobbles from some days ago, like a process that dies before it aggregates them. */
let insert: (daysAgo: readonly number[], title?: string, album?: string) => Promise<void>

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('ada')
  token = await makeToken(server, ada)
  const { id } = await server.db.selectFrom('scrobble_tokens').select('id').executeTakeFirstOrThrow()
  const bearer = { tokenId: id, memberId: ada.id, memberName: ada.name }
  insert = async (daysAgo, title = 'Rain', album) => {
    const scrobbles = daysAgo.map((days) => ({
      artist: 'Sol Ferro',
      title,
      listenedAt: Math.floor(server.clock.now().getTime() / 1000) - days * 86_400,
      ...(album === undefined ? {} : { details: { album } }),
    }))
    expect(await insertScrobbles(server.db, [{ bearer, scrobbles }])).toEqual([true])
  }
})

const asPlayer = (path: string) => server.get(path, {}, { headers: { Authorization: `Token ${token}` } })
const asAda = async (path: string, query: Record<string, string | number> = {}) =>
  (await server.get(path, { user: 'ada', ...query }, { as: ada })).body
const isInboxEmpty = async () => (await server.db.selectFrom('scrobble_inbox').select('id').execute()).length === 0

async function downloadExport(): Promise<number> {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await server.app.hono.request(
    'http://localhost:3000/api/user/export?user=ada',
    { headers: { cookie } },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  await response.arrayBuffer()
  return (await server.db.selectFrom('listens').select('track_id').execute()).length
}

/** The week of the clock, which holds all scrobbles in the last two days. */
const WEEK = '2026-W47'

/**
 * For each endpoint that declares `reads: 'own listens'`: the number of listens in its response.
 */
const reads: Readonly<Record<string, () => Promise<unknown>>> = {
  'GET /api/user/top-artists': async () =>
    (await asAda('/api/user/top-artists', { period: 'overall' })).topArtists[0]?.scrobbles,
  'GET /api/user/top-tracks': async () =>
    (await asAda('/api/user/top-tracks', { period: 'overall' })).topTracks[0]?.playcount,
  'GET /api/artist/listens': async () =>
    (await asAda('/api/artist/listens', { artist: 'Sol Ferro', period: 'overall' })).plays,
  'GET /api/user/listens': async () => (await asAda('/api/user/listens')).listens.length,
  'GET /api/user/daily-plays': async () => (await asAda('/api/user/daily-plays', { days: 7 })).days.length,
  'GET /api/user/listening-time': async () => (await asAda('/api/user/listening-time')).unmeasured,
  'GET /api/user/later-tracks': async () => {
    for (const track of ['Snow', 'Fog'])
      await server.post(
        '/api/user/save-for-later',
        { user: 'ada', artist: 'Sol Ferro', track, is_saved: 'true' },
        { as: ada },
      )
    server.clock.advance({ minutes: 5 })
    for (const track of ['Snow', 'Fog']) await insert([0], track)
    return (await asAda('/api/user/later-tracks')).heard.length
  },
  'GET /api/user/listening-sources': async () => (await asAda('/api/user/listening-sources')).sources[0]?.listens,
  'GET /api/artist/exploration': async () => {
    await countsOf(server, ada.id)
    await insert([1], 'Snow')
    const { id } = await server.db.selectFrom('artists').select('id').executeTakeFirstOrThrow()
    return (await asAda('/api/artist/exploration', { id })).heard_tracks
  },
  // The first album, track and artist in the database have the id 1 once they are aggregated.
  'GET /api/album/by-id': async () => {
    await insert([1, 2], 'Snow', 'Weather')
    return (await asAda('/api/album/by-id', { id: 1 })).own_plays
  },
  'GET /api/track/by-id': async () => (await asAda('/api/track/by-id', { id: 1 })).own_plays,
  'GET /api/user/plays-by-month': async () =>
    (await asAda('/api/user/plays-by-month', { kind: 'artists', id: 1 })).months[0]?.plays,
  'GET /api/user/chart': async () => (await asAda('/api/user/chart', { kind: 'tracks' })).rows[0]?.plays,
  'GET /api/user/weekly-report': async () => (await asAda('/api/user/weekly-report', { week: WEEK })).plays,
  'GET /api/user/rewind': async () => (await asAda('/api/user/rewind', { period: WEEK.slice(0, 4) })).plays,
  'GET /api/user/swappable-track': async () => {
    await insert([1], 'Snow')
    return (await asAda('/api/user/swappable-track', { artist: 'Sol Ferro', track: 'Snow' })).id
  },
  'GET /api/user/offline-copy': async () =>
    (await asAda('/api/user/offline-copy')).members[0]?.charts?.top_artists.topArtists[0]?.scrobbles,
  'GET /api/user/export': downloadExport,
  // An import finds the plays that a player has sent, and its undo leaves them.
  'POST /api/user/import-listens': async () => {
    const today = Math.floor(server.clock.now().getTime() / 1000)
    const file = [1, 2].map((days) => brainzListen('Sol Ferro', 'Rain', today - days * 86_400))
    return (await importFile(server, ada, file)).known
  },
}

/** The same for the players' protocols, which have no endpoints in the contract. */
const playerReads: Readonly<Record<string, () => Promise<unknown>>> = {
  'ListenBrainz listens': async () => (await asPlayer('/1/user/ada/listens')).body.payload.count,
  'ListenBrainz listen-count': async () => (await asPlayer('/1/user/ada/listen-count')).body.payload.count,
  'Audioscrobbler user.getRecentTracks': async () => {
    const { body } = await callAudioscrobbler(server, { method: 'user.getRecentTracks', api_key: token })
    return body.recenttracks.track.length
  },
  'Audioscrobbler user.getInfo': async () =>
    Number((await callAudioscrobbler(server, { method: 'user.getInfo', api_key: token })).body.user.playcount),
}

test('every endpoint that needs all own listens is tested below', () => {
  const all = [...endpoints, ...[...downloads, ...uploads].map(({ endpoint }) => endpoint)]
  const declared = all.filter((endpoint) => endpoint.reads === 'own listens').map(endpointName)
  expect(declared.toSorted()).toEqual(Object.keys(reads).toSorted())
})

test.each(Object.entries({ ...reads, ...playerReads }))(
  '%s includes scrobbles that were just accepted',
  async (_, read) => {
    await insert([1, 2])
    expect(await read()).toBe(2)
    expect(await isInboxEmpty()).toBe(true)
  },
)

test('a read during an import responds without the pending scrobbles', async () => {
  const countByProtocol = async () =>
    Number((await callAudioscrobbler(server, { method: 'user.getInfo', api_key: token })).body.user.playcount)
  await insert([3])
  expect(await countByProtocol()).toBe(1)
  await insert([1])
  await server.db.transaction().execute(async (tx) => {
    await lockListens(tx, ada.id)
    expect(await countByProtocol()).toBe(1)
    expect(await asAda('/api/artist/listens', { artist: 'Sol Ferro', period: 'overall' })).toMatchObject({ plays: 1 })
  })
  expect(await countByProtocol()).toBe(2)
})

test('deleting a range of listens deletes pending scrobbles of that range', async () => {
  await insert([1, 9])
  const daysAgo = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000).toISOString()
  const { body } = await server.post(
    '/api/user/delete-listens',
    { user: 'ada', from: daysAgo(5), until: daysAgo(0) },
    { as: ada },
  )
  expect(body).toMatchObject({ success: true })
  const { payload } = (await asPlayer('/1/user/ada/listens')).body
  expect([payload.count, payload.listens[0].listened_at]).toEqual([
    1,
    Math.floor(server.clock.now().getTime() / 1000) - 9 * 86_400,
  ])
})

test('deleting the account deletes its pending scrobbles', async () => {
  await insert([1])
  await server.post('/api/user/delete-account', { user: 'ada', password: ada.password }, { as: ada })
  expect(await isInboxEmpty()).toBe(true)
})
