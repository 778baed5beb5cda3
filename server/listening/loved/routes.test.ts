import { beforeEach, expect, test } from 'vitest'
import { waitForLock } from '#tests/support/database.ts'
import { makeTracks } from '#tests/support/music.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { mergeTracks } from '../identities/merge.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  bo = await server.signUp('Bo')
  return () => server.close()
})

const love = (track: string, is_loved = 'true', more: Record<string, string> = {}) =>
  server.post('/api/user/love-track', { user: 'Ada', artist: 'Sol Ferro', track, is_loved, ...more }, { as: ada })
const lovedOf = async (as?: TestMember) =>
  (await server.get('/api/user/loved-tracks', { user: 'Ada' }, as === undefined ? {} : { as })).body
const titles = async (as?: TestMember) => (await lovedOf(as)).lovedTracks.map((row: { track: string }) => row.track)

test('a track is loved once, and no longer, under any spelling', async () => {
  for (const track of ['Rain', 'rain', 'Tide']) expect((await love(track)).status).toBe(200)
  expect(await lovedOf(ada)).toMatchObject({ lovedTracks: [{ track: 'Tide' }, { track: 'Rain' }], total: 2 })
  const { tracks } = (await server.get('/api/user/loved-track-ids', { user: 'Ada' }, { as: ada })).body
  expect(tracks).toHaveLength(2)
  expect((await love(' RAIN', 'false')).status).toBe(200)
  expect((await love('Unknown', 'false')).status).toBe(200)
  expect(await titles(ada)).toEqual(['Tide'])
})

test('a track that is merged meanwhile is no longer loved', async () => {
  const [from = 0, into = 0] = await makeTracks(server, 'Rain by Sol Ferro', 'Rain (Live) by Sol Ferro')
  await love('Rain')
  const unloved = await server.db.transaction().execute(async (tx) => {
    await mergeTracks(tx, { from, into })
    const sent = love('Rain', 'false')
    await waitForLock(server.db)
    return { sent }
  })
  expect((await unloved.sent).status).toBe(200)
  expect(await titles(ada)).toEqual([])
})

test('loved tracks are private until the member shares them', async () => {
  await love('Rain')
  expect(await lovedOf(bo)).toEqual({ lovedTracks: [], total: 0, hidden: 1 })
  expect(await lovedOf()).toEqual({ lovedTracks: [], total: 0, hidden: 1 })
  const edit = (change: Record<string, string>) =>
    server.post('/api/user/edit-privacy', { user: 'Ada', ...change }, { as: ada })
  await edit({ shares_loved_tracks: 'true' })
  expect((await server.get('/api/user/privacy', { user: 'Ada' }, { as: ada })).body).toEqual({
    hides_listening: false,
    is_private: false,
    shares_loved_tracks: true,
    hides_from_search: 0,
  })
  expect([await titles(bo), await titles()]).toEqual([['Rain'], ['Rain']])
  await edit({ hides_listening: 'true' })
  expect([await titles(bo), await titles(), await titles(ada)]).toEqual([[], [], ['Rain']])
})

test('rejects a track without a name, and the loves of another member', async () => {
  expect((await love('\u200b')).status).toBe(400)
  expect((await love('x'.repeat(501))).status).toBe(400)
  expect((await love('Rain', 'maybe')).body.error).toBe('is_loved must be true or false.')
  const as = { as: bo }
  const query = { user: 'Ada', artist: 'Sol Ferro', track: 'Rain', is_loved: 'true' }
  expect((await server.post('/api/user/love-track', query, as)).body.code).toBe('wrong_member')
  expect((await server.get('/api/user/loved-track-ids', { user: 'Ada' }, as)).body.code).toBe('wrong_member')
  expect((await server.get('/api/user/loved-track-ids', { user: 'Ada' })).status).toBe(401)
})
