import { beforeAll, expect, test } from 'vitest'
import { aListen, callAudioscrobbler, makeToken, md5, submitListens } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let bo: TestMember

beforeAll(async () => {
  server = await testServer()
  ada = await server.signUp('ada')
  bo = await server.signUp('bo')
})

const now = () => Math.floor(server.clock.now().getTime() / 1000)
const list = async (member: TestMember) =>
  (await server.get('/api/user/scrobble-tokens', { user: member.name }, { as: member })).body.tokens

test('a token is shown once and is not stored', async () => {
  const { body } = await server.post('/api/user/create-scrobble-token', { user: 'ada', name: 'Kitchen' }, { as: ada })
  expect(body).toMatchObject({ success: true, token: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(await list(ada)).toEqual([
    { id: body.id, name: 'Kitchen', created_at: server.clock.now().toISOString(), last_used_at: '' },
  ])
  const kept = await server.db.selectFrom('scrobble_tokens').selectAll().execute()
  expect(JSON.stringify(kept)).not.toContain(body.token)
  expect(JSON.stringify(await server.db.selectFrom('client_ids').selectAll().execute())).not.toContain(body.token)
  expect(server.lines.join('\n')).not.toContain(body.token)
})

test('the time of a token’s last use is shown to the minute', async () => {
  const token = await makeToken(server, ada, 'Car')
  await submitListens(server, token, { listen_type: 'single', payload: [aListen(now() - 60)] })
  const used = server.clock.now().toISOString()
  expect((await list(ada))[0]).toMatchObject({ name: 'Car', last_used_at: used })
  server.clock.advance({ seconds: 20 })
  await submitListens(server, token, { listen_type: 'single', payload: [aListen(now() - 60)] })
  expect((await list(ada))[0].last_used_at).toBe(used)
  server.clock.advance({ seconds: 61 })
  await submitListens(server, token, { listen_type: 'single', payload: [aListen(now() - 60)] })
  expect((await list(ada))[0].last_used_at).toBe(server.clock.now().toISOString())
})

test('a revoked token and its sessions are rejected immediately', async () => {
  const token = await makeToken(server, ada, 'Lost phone')
  const listen = () => submitListens(server, token, { listen_type: 'single', payload: [aListen(now() - 90)] })
  const login = { method: 'auth.getMobileSession', username: 'ada', password: token }
  const { key } = (await callAudioscrobbler(server, login)).body.session
  const playing = () =>
    callAudioscrobbler(server, { method: 'track.updateNowPlaying', artist: 'A', track: 'T', sk: key })
  expect([(await listen()).status, (await playing()).body.error]).toEqual([200, undefined])
  const [{ id }] = await list(ada)
  await server.post('/api/user/revoke-scrobble-token', { user: 'bo', id }, { as: bo })
  expect((await listen()).status).toBe(200) // Another member cannot revoke it.
  await server.db.deleteFrom('now_playing').execute()
  await server.post('/api/user/revoke-scrobble-token', { user: 'ada', id }, { as: ada })
  expect((await listen()).status).toBe(401)
  expect((await playing()).body.error).toBe(9)
  expect(await server.db.selectFrom('now_playing').selectAll().execute()).toEqual([])
  expect((await server.get('/1/validate-token', { token })).body.valid).toBe(false)
  expect((await callAudioscrobbler(server, login)).body.error).toBe(4)
})

test('members cannot see or create tokens of others', async () => {
  expect((await server.get('/api/user/scrobble-tokens', { user: 'ada' }, { as: bo })).body.code).toBe('wrong_member')
  const made = await server.post('/api/user/create-scrobble-token', { user: 'ada', name: 'x' }, { as: bo })
  expect(made.body.code).toBe('wrong_member')
  expect((await server.get('/api/user/scrobble-tokens', { user: 'ada' })).status).toBe(401)
})

test('a member has at most fifty tokens, also with concurrent requests', async () => {
  const cy = await server.signUp('cy')
  const responses = await Promise.all(
    Array.from({ length: 55 }, (_, place) =>
      server.post('/api/user/create-scrobble-token', { user: 'cy', name: `Player ${place}` }, { as: cy }),
    ),
  )
  expect(responses.filter((response) => response.status === 200)).toHaveLength(50)
  expect(responses.find((response) => response.status !== 200)?.body.error).toBe(
    'You have 50 players. Revoke one of them first.',
  )
})

test('an invalid token and a missing one are rejected alike', async () => {
  for (const token of ['', 'x', 'a'.repeat(5000), md5('x'), "' or 1=1 --"]) {
    const response = await submitListens(server, token, { listen_type: 'single', payload: [aListen(now())] })
    expect(response.status).toBe(401)
  }
})

test('too many requests are rejected with a retry time, after which the player continues', async () => {
  const limits = { ...server.config.rateLimits, memberScrobbles: { burst: 3, perSecond: 0.5 } }
  const strict = await testServer({ settings: { rateLimits: limits } })
  const dee = await strict.signUp('dee')
  const token = await makeToken(strict, dee)
  const listen = () => submitListens(strict, token, { listen_type: 'single', payload: [aListen(1_700_000_000)] })
  const responses = [await listen(), await listen(), await listen(), await listen()]
  expect(responses.map((it) => it.status)).toEqual([200, 200, 200, 429])
  expect(responses.map((response) => response.headers.get('X-RateLimit-Remaining'))).toEqual(['2', '1', '0', '0'])
  expect(responses[3]?.headers.get('Retry-After')).toBe('2')
  expect(responses[3]?.body).toEqual({ code: 429, error: 'Too many requests. Try again in 2 s.' })
  // Navidrome would drop the scrobble at a 429.
  const headers = { Authorization: `Token ${token}`, 'User-Agent': 'Go-http-client/2.0' }
  const navidrome = await strict.get('/1/validate-token', {}, { headers })
  expect([navidrome.status, navidrome.body.code, navidrome.headers.get('Retry-After')]).toEqual([503, 503, '2'])
  const other = await callAudioscrobbler(strict, { method: 'user.getInfo', sk: token })
  expect([other.status, other.body.error]).toEqual([429, 29])
  strict.clock.advance({ seconds: 2 })
  expect((await listen()).status).toBe(200)
})
