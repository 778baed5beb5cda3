import { beforeAll, describe, expect, test } from 'vitest'
import { aListen, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
})

const read = (path: string, query: Record<string, string | number> = {}, as = token) =>
  server.get(path, query, { headers: { Authorization: `token ${as}` } })

describe('reading back', () => {
  let bo: TestMember
  let own: string
  const at = (minute: number) => 1_700_000_000 + minute * 60
  beforeAll(async () => {
    bo = await server.signUp('Bo')
    own = await makeToken(server, bo)
    const payload = Array.from({ length: 30 }, (_, minute) => aListen(at(minute), `Track ${minute}`))
    await submitListens(server, own, { listen_type: 'import', payload })
  })
  const times = (body: { payload: { listens: { listened_at: number }[] } }) =>
    body.payload.listens.map((listen) => (listen.listened_at - at(0)) / 60)

  test('listens are returned newest first, 25 by default', async () => {
    const { body } = await read('/1/user/bo/listens', {}, own)
    expect(times(body)).toEqual(Array.from({ length: 25 }, (_, place) => 29 - place))
    expect(body.payload).toMatchObject({ count: 25, user_id: 'Bo', latest_listen_ts: at(29), oldest_listen_ts: at(0) })
    expect(body.payload.listens[0]).toMatchObject({
      listened_at: at(29),
      user_name: 'Bo',
      recording_msid: expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
      track_metadata: { artist_name: 'Sol Ferro', track_name: 'Track 29', additional_info: {} },
    })
  })
  test('max_ts and min_ts are exclusive, and min_ts pages forward', async () => {
    expect(times((await read('/1/user/Bo/listens', { max_ts: at(3), count: 9 }, own)).body)).toEqual([2, 1, 0])
    expect(times((await read('/1/user/Bo/listens', { min_ts: at(3), count: 2 }, own)).body)).toEqual([5, 4])
    expect((await read('/1/user/Bo/listens', { count: 'x' }, own)).body.error).toBe(
      "'count' should be a non-negative integer",
    )
  })
  test('max_ts and min_ts together select a window, newest first', async () => {
    expect(times((await read('/1/user/Bo/listens', { min_ts: at(3), max_ts: at(9) }, own)).body)).toEqual([
      8, 7, 6, 5, 4,
    ])
    expect(times((await read('/1/user/Bo/listens', { min_ts: at(3), max_ts: at(9), count: 2 }, own)).body)).toEqual([
      8, 7,
    ])
    const none = await read('/1/user/Bo/listens', { min_ts: at(9), max_ts: at(9) }, own)
    expect([none.status, times(none.body)]).toEqual([200, []])
    const turned = await read('/1/user/Bo/listens', { min_ts: at(9), max_ts: at(3) }, own)
    expect([turned.status, turned.body.error]).toEqual([400, 'max_ts should be greater than min_ts'])
  })
  test('multi-scrobbler finds its earlier scrobbles with its request before each scrobble', async () => {
    const headers = { Authorization: `Token ${own}` }
    const path = `/1/user/Bo/listens?count=100&max_ts=${at(12)}&min_ts=${at(9)}`
    const response = await server.request('GET', path, {}, { headers })
    expect([response.status, response.body.payload.listens.map(titleOf)]).toEqual([200, ['Track 11', 'Track 10']])
  })
  const titleOf = (listen: { track_metadata: { track_name: string } }) => listen.track_metadata.track_name
  test('the number of listens and the current track are returned', async () => {
    expect((await read('/1/user/Bo/listen-count', {}, own)).body).toEqual({ payload: { count: 30 } })
    const playing = { track_metadata: { track_name: 'Fog', artist_name: 'A', additional_info: { duration_ms: 1500 } } }
    await submitListens(server, own, { listen_type: 'playing_now', payload: [playing] })
    const { body } = await read('/1/user/Bo/playing-now', {}, own)
    expect(body.payload).toMatchObject({
      count: 1,
      playing_now: true,
      listens: [{ track_metadata: { track_name: 'Fog' } }],
    })
    server.clock.advance({ seconds: 2 })
    expect((await read('/1/user/Bo/playing-now', {}, own)).body.payload.count).toBe(0)
  })
  test('the listens of other members cannot be read', async () => {
    const others = await read('/1/user/Bo/listens')
    expect([others.status, others.body]).toEqual([
      403,
      { code: 403, error: 'This token reads the listens of Ada only.' },
    ])
    expect((await server.get('/1/user/Bo/listens')).status).toBe(401)
    expect((await server.get('/1/user/Bo/listens', {}, { as: bo })).status).toBe(401)
  })
  test('an importer that requests its last position may send everything again', async () => {
    expect((await read('/1/latest-import', { user_name: 'Ada' })).body).toEqual({
      musicbrainz_id: 'Ada',
      latest_import: 0,
    })
  })
  test('other paths of ListenBrainz return 404 in its format', async () => {
    const { status, body } = await read('/1/user/Bo/similar-users')
    expect([status, body.code]).toEqual([404, 404])
  })
})
