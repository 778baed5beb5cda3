import { beforeAll, describe, expect, test } from 'vitest'
import { aListen, countsOf, makeToken, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const single = (listen: object) => ({ listen_type: 'single', payload: [listen] })
const submit = (body: unknown) => submitListens(server, token, body)
const read = (path: string, query: Record<string, string | number> = {}, as = token) =>
  server.get(path, query, { headers: { Authorization: `token ${as}` } })

describe('submit-listens', () => {
  test('submit-listens stores a listen once, also when it is sent again', async () => {
    const listen = single(aListen(now() - 100))
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await submit(listen)
      expect([status, body]).toEqual([200, { status: 'ok' }])
    }
    expect(await countsOf(server, ada.id)).toEqual({ listens: 1, byDay: 1, byArtist: 1 })
  })

  test('submit-listens stores one listen of many concurrent equal ones', async () => {
    const listen = single(aListen(now() - 5000, 'Tide'))
    const responses = await Promise.all(Array.from({ length: 20 }, () => submit(listen)))
    expect(responses.map((it) => it.status)).toEqual(Array(20).fill(200))
    expect((await countsOf(server, ada.id)).listens).toBe(2)
  })

  test('submit-listens accepts a thousand listens at once, at every path that players use', async () => {
    const before = (await countsOf(server, ada.id)).listens
    const many = Array.from({ length: 1000 }, (_, place) => aListen(1_600_000_000 + place * 60, `Track ${place % 7}`))
    expect((await submit({ listen_type: 'import', payload: many })).status).toBe(200)
    const roots = ['/1', '/1/1', '/apis/listenbrainz', '/apis/listenbrainz/1', '/apis/listenbrainz/1/1']
    roots.push('//1', '/1/')
    for (const [place, root] of roots.entries()) {
      const listen = single(aListen(1_500_000_000 + place * 600))
      const slash = place % 2 === 0 ? '' : '/'
      const { status } = await submitListens(server, token, listen, `${root}/submit-listens${slash}`)
      expect([root, status]).toEqual([root, 200])
    }
    const counts = await countsOf(server, ada.id)
    expect(counts).toEqual({
      listens: before + 1007,
      byDay: before + 1007,
      byArtist: before + 1007,
    })
  })

  const track = (more: object) => ({ track_metadata: { track_name: 'T', artist_name: 'A', ...more } })
  const info = (additional_info: object) => ({ listened_at: 1_700_000_000, ...track({ additional_info }) })
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['no JSON', '{"listen_type"', 'Cannot parse JSON document.'],
    ['a list', [], 'Invalid JSON document submitted.'],
    ['no payload', { listen_type: 'single' }, 'Invalid JSON document submitted.'],
    ['another type', { listen_type: 'double', payload: [{}] }, 'JSON document requires a valid listen_type key.'],
    ['no listens', { listen_type: 'import', payload: [] }, 'JSON document does not contain any listens'],
    [
      'two singles',
      { listen_type: 'single', payload: [aListen(1_700_000_000), aListen(1_700_000_000)] },
      'JSON document contains more than listen for a single/playing_now. It should contain only one.',
    ],
    [
      'too many',
      { listen_type: 'import', payload: Array.from({ length: 1001 }, () => aListen(1_700_000_000)) },
      'Too many listens. You may not submit more than 1000 listens at once.',
    ],
    [
      'too long',
      single({ ...aListen(1_700_000_000), track_metadata: { track_name: 'x'.repeat(11_000), artist_name: 'A' } }),
      'JSON document is too large. In aggregate, listens may not be larger than 10240 characters.',
    ],
    ['no time', single(track({})), 'JSON document must contain the key listened_at at the top level.'],
    [
      'an object as time',
      single({ listened_at: { toString: 1 }, ...track({}) }),
      'JSON document must contain an int value for listened_at.',
    ],
    [
      'a name that cannot be seen',
      single({ listened_at: 1_700_000_000, ...track({ track_name: '\u200b' }) }),
      'JSON document does not contain required track_metadata.track_name.',
    ],
    [
      'brackets in brackets',
      `{"listen_type":"single","payload":[{"x":${'[{"x":'.repeat(900_000)}1${'}]'.repeat(900_000)}}]}`,
      'Cannot parse JSON document.',
    ],
    [
      'a word as time',
      single({ listened_at: 'now', ...track({}) }),
      'JSON document must contain an int value for listened_at.',
    ],
    [
      'an old time',
      single({ listened_at: 1_033_410_599, ...track({}) }),
      'Value for key listened_at is too low. It should be at least 1033410600 (2002-10-01 00:00:00 UTC).',
    ],
    ['a time to come', single({ listened_at: 4_000_000_000, ...track({}) }), 'Value for key listened_at is too high.'],
    [
      'a time of what plays now',
      { listen_type: 'playing_now', payload: [aListen(1_700_000_000)] },
      'JSON document must not contain listened_at while submitting playing_now.',
    ],
    [
      'no track',
      single({ listened_at: 1_700_000_000 }),
      'JSON document must contain the key track_metadata at the top level.',
    ],
    [
      'no artist',
      single({ listened_at: 1_700_000_000, track_metadata: { track_name: 'T' } }),
      'JSON document does not contain a valid metadata.track_name and/or track_metadata.artist_name.',
    ],
    [
      'a blank title',
      single({ listened_at: 1_700_000_000, ...track({ track_name: ' ' }) }),
      'JSON document does not contain required track_metadata.track_name.',
    ],
    [
      'artists as a list',
      single({ listened_at: 1_700_000_000, ...track({ artist_name: ['A'] }) }),
      'artist_name must be a single string.',
    ],
    [
      'NUL',
      single({ listened_at: 1_700_000_000, ...track({ track_name: 'a\0b' }) }),
      'JSON document contains the character NUL.',
    ],
  ]
  test.each(refused)('submit-listens rejects %s in ListenBrainz words', async (_, body, error) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { Authorization: `Token ${token}` }
    const response = await server.post('/1/submit-listens', {}, { headers, body: sent })
    expect([response.status, response.body]).toEqual([400, { code: 400, error }])
  })

  test.each([
    ['empty MBIDs in lists', { artist_mbids: [''], work_mbids: ['', null] }],
    ['an invalid MBID', { recording_mbid: 'x', artist_mbids: 'y' }],
    ['too many tags', { tags: Array(51).fill('x') }],
    ['two durations', { duration: 1, duration_ms: 1000 }],
    ['an invalid duration', { duration_ms: -1 }],
    ['names of other types', { media_player: 7, music_service: {}, release_artist_name: [] }],
  ])('submit-listens accepts a listen with %s', async (_, extra) => {
    expect((await submit(single(info(extra)))).status).toBe(200)
  })

  test('submit-listens accepts a listen with unknown fields, and NUL outside of its names', async () => {
    const listen = { ...info({ media_player: 'a\0b' }), inserted_at: 1 }
    expect((await submit(single(listen))).status).toBe(200)
  })

  test('submit-listens stores all listens of a request or none', async () => {
    const before = await countsOf(server, ada.id)
    const payload = [aListen(1_710_000_000), aListen(99)]
    expect((await submit({ listen_type: 'import', payload })).status).toBe(400)
    expect(await countsOf(server, ada.id)).toEqual(before)
  })

  test('submit-listens reads no body above ten megabytes', async () => {
    const headers = { Authorization: `Token ${token}` }
    const response = await server.post('/1/submit-listens', {}, { headers, body: ' '.repeat(10_240_001) })
    expect([response.status, response.body.code]).toEqual([413, 413])
  })

  test('submit-listens requires a token in the header, and explains why one is rejected', async () => {
    const request = (headers: Record<string, string>) => server.post('/1/submit-listens', {}, { headers, body: '{}' })
    expect((await request({})).body).toEqual({ code: 401, error: 'You need to provide an Authorization header.' })
    expect((await request({ Authorization: 'abc' })).body.error).toBe('Provided Authorization header is invalid.')
    expect((await request({ Authorization: 'Token abc' })).body).toEqual({
      code: 401,
      error: 'Invalid authorization token.',
    })
  })

  test('submit-listens never accepts the app’s cookie as a token', async () => {
    const response = await server.post(
      '/1/submit-listens',
      {},
      { as: ada, body: JSON.stringify(single(aListen(now()))) },
    )
    expect(response.status).toBe(401)
  })
})

test('validate-token returns 200 for valid and invalid tokens, as ListenBrainz does', async () => {
  expect((await read('/1/validate-token')).body).toEqual({
    code: 200,
    message: 'Token valid.',
    valid: true,
    user_name: 'Ada',
  })
  expect((await server.get('/1/validate-token', { token })).body.valid).toBe(true)
  const invalid = await server.get('/1/validate-token', { token: 'x' })
  expect([invalid.status, invalid.body]).toEqual([200, { code: 200, message: 'Token invalid.', valid: false }])
  expect((await server.get('/1/validate-token')).status).toBe(400)
})

test('web players may send requests from any page, without cookies', async () => {
  const response = await server.request(
    'OPTIONS',
    '/1/submit-listens',
    {},
    { headers: { Origin: 'https://player.example' } },
  )
  expect(response.status).toBe(204)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(response.headers.get('Access-Control-Allow-Headers')).toContain('Authorization')
  expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull()
  expect((await read('/1/validate-token')).headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test('a time that is an object, and deeply nested values, are rejected without a server error', async () => {
  const nested = (depth: number) => JSON.parse('{"a":'.repeat(depth) + '1' + '}'.repeat(depth))
  const withInfo = (info: unknown) => ({
    listened_at: now() - 100,
    track_metadata: { ...aListen(0).track_metadata, additional_info: info },
  })
  for (const listened_at of [{ toString: 1 }, [1], true, {}, [], null]) {
    const { status, body } = await submit(single({ ...aListen(0), listened_at }))
    expect([status, body.error]).toEqual([400, 'JSON document must contain an int value for listened_at.'])
  }
  expect((await submit(single(withInfo(nested(20))))).status).toBe(200)
  const deep = await submit(single(withInfo(nested(33))))
  expect([deep.status, deep.body.error]).toEqual([400, 'JSON document is nested too deeply.'])
  const text = `{"listen_type":"single","payload":[{"listened_at":1,"track_metadata":{"track_name":"a","artist_name":"b","additional_info":{"x":${'['.repeat(4000)}${']'.repeat(4000)}}}}]}`
  const raw = await server.post('/1/submit-listens', {}, { headers: { Authorization: `Token ${token}` }, body: text })
  expect(raw.status).toBe(400)
})

test.each(['/1/user/%00/listens', '/pictures/%00/sm', '/%00', '/api/user/%00'])(
  'a path with NUL gets status 400: %s',
  async (path) => {
    const { status, body } = await server.get(path)
    expect([status, body.error]).toEqual([400, 'A path must not contain the character NUL.'])
  },
)
