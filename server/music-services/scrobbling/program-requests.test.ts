import { beforeEach, expect, test } from 'vitest'
import { runScheduled } from '#tests/support/jobs.ts'
import { callAudioscrobbler, md5 } from '#tests/support/players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

let server: TestServer
let ada: TestMember
let token: string

beforeEach(async () => {
  server = await testServer()
  ada = await server.signUp('Ada')
  token = await getToken()
  return () => server.close()
})

const getToken = async (): Promise<string> => (await callAudioscrobbler(server, { method: 'auth.getToken' })).body.token
const getSession = (params: Record<string, string> = {}) =>
  callAudioscrobbler(server, { method: 'auth.getSession', token, ...params })
const response = (is_allowed: string, as = ada, of = token) =>
  server.post('/api/user/answer-program-request', { user: as.name, token: of, is_allowed }, { as })
const read = async (as = ada, of = token) =>
  (await server.get('/api/user/program-request', { user: as.name, token: of }, { as })).body.request

test('a program receives a session key once, after the member has allowed it', async () => {
  expect(token).toMatch(/^[\da-f]{32}$/)
  expect((await getSession()).body).toEqual({
    error: 14,
    message: 'Unauthorized Token - This token has not been authorized',
  })
  expect(await read()).toMatchObject({ api_key: 'k', program: '', state: 'pending' })
  expect((await response('true')).status).toBe(200)
  expect((await response('true')).status).toBe(200)
  expect(await read()).toMatchObject({ state: 'allowed' })
  const { session } = (await getSession()).body
  expect(session).toMatchObject({ name: 'Ada', subscriber: 0, key: expect.stringMatching(/^[\da-f]{32}$/) })
  expect((await getSession()).body.error).toBe(4)
  const love = { method: 'track.love', sk: session.key, artist: 'Sol Ferro', track: 'Rain' }
  expect((await callAudioscrobbler(server, love)).body).toEqual({})
  const { tokens } = (await server.get('/api/user/scrobble-tokens', { user: 'Ada' }, { as: ada })).body
  expect(tokens).toMatchObject([{ name: 'Program with the key k' }])
  await server.post('/api/user/revoke-scrobble-token', { user: 'Ada', id: tokens[0].id }, { as: ada })
  expect((await callAudioscrobbler(server, love)).body.error).toBe(9)
})

test('one of twenty requests at once receives the session key', async () => {
  await response('true')
  const responses = await Promise.all(Array.from({ length: 20 }, () => getSession()))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await server.db.selectFrom('scrobble_tokens').select('id').execute()).toHaveLength(1)
})

test('a refused program gets error 4, and the decision stands', async () => {
  expect((await response('false')).status).toBe(200)
  expect((await getSession()).body.error).toBe(4)
  expect((await response('true')).body.error).toBe('This request has been answered. Start again in the program.')
  expect(await read()).toMatchObject({ state: 'refused' })
  expect((await getSession()).body.error).toBe(4)
})

test('a token expires after an hour, allowed or not', async () => {
  const other = token
  token = await getToken()
  await response('true', ada, other)
  server.clock.advance({ seconds: 3600 })
  expect((await getSession()).body.error).toBe(15)
  expect((await getSession({ token: other })).body.error).toBe(15)
  expect(await read()).toMatchObject({ state: 'expired' })
  expect((await response('true')).body).toEqual({
    error: 'This request has expired. Start again in the program.',
    code: 'not_found',
  })
  server.clock.advance({ seconds: 24 * 3600 + 1 })
  await runScheduled(server.db, 'delete-old-program-requests', server.clock.now())
  expect(await read()).toBeNull()
})

test('the API key of another program does not exchange the token', async () => {
  await response('true')
  expect((await getSession({ api_key: 'other' })).body.error).toBe(14)
  expect((await getSession()).status).toBe(200)
})

test('a decided request is shown to its member only, and unknown tokens to none', async () => {
  const bo = await server.signUp('Bo')
  await response('true')
  expect(await read(bo)).toBeNull()
  expect((await response('false', bo)).status).toBe(403)
  expect(await read(bo, 'f'.repeat(32))).toBeNull()
  expect((await response('true', bo, 'x')).status).toBe(404)
  expect((await getSession({ token: 'f'.repeat(32) })).body.error).toBe(14)
  expect((await server.get('/api/user/program-request', { user: 'Ada', token })).status).toBe(401)
})

test('an allowed program that has not logged in cannot do so after a reset of the password', async () => {
  await response('true')
  const { deleteProgramRequests } = await import('./program-requests.ts')
  await server.db.transaction().execute((tx) => deleteProgramRequests(tx, ada.id))
  expect((await getSession()).body.error).toBe(14)
})

test('names of programs and keys are cut and have no invisible characters', async () => {
  const { body } = await callAudioscrobbler(server, {
    method: 'auth.getToken',
    api_key: `\u202e\nkey\u200b${'x'.repeat(5000)}`,
  })
  const { api_key } = await read(ada, body.token)
  expect(api_key).toBe(`key${'x'.repeat(61)}`)
  expect((await callAudioscrobbler(server, { method: 'auth.getToken', api_key: '' })).body.token).toMatch(/^\w{32}$/)
})

test('the page of the login leads to the screen, with the token only', async () => {
  for (const path of ['/api/auth', '/api/auth/']) {
    const { status, headers } = await server.get(path, { api_key: 'k', token, cb: 'https://evil.example' })
    expect([status, headers.get('location')]).toEqual([302, `/settings/scrobbling?token=${token}`])
  }
  const odd = await server.get('/api/auth/', { token: `//evil.example/\r\n${'x'.repeat(500)}` })
  expect(odd.headers.get('location')).toMatch(/^\/settings\/scrobbling\?token=%2F%2Fevil\.example%2F%0D%0Ax{47}$/)
})

test('an address gets 30 tokens, then one a minute', async () => {
  const limits = { ...server.services.config.rateLimits, addressProgramRequests: { burst: 30, perSecond: 1 / 60 } }
  const other = await testServer({ settings: { rateLimits: limits } })
  const request = () => callAudioscrobbler(other, { method: 'auth.getToken' })
  for (let turn = 0; turn < 30; turn++) expect((await request()).status).toBe(200)
  const { body, headers } = await request()
  expect([body.error, headers.get('retry-after')]).toEqual([29, '60'])
})

test('Rhythmbox logs in to version 1.2.1 with the session key', async () => {
  await response('true')
  const { key } = (await getSession()).body.session
  const t = Math.floor(server.clock.now().getTime() / 1000)
  const login = (more: Record<string, string> = {}) =>
    server.get('/apis/audioscrobbler_legacy/', {
      hs: 'true',
      p: '1.2.1',
      c: 'rbx',
      v: '1.0',
      u: 'Ada',
      t: String(t),
      a: md5(`secret of the program${t}`),
      api_key: 'k',
      sk: key,
      ...more,
    })
  const [status, session] = String((await login()).body).split('\n')
  expect([status, session]).toEqual(['OK', expect.stringMatching(/^[\da-f]{32}$/)])
  expect((await login({ u: 'Bo' })).body).toBe('BADAUTH\n')
  expect((await login({ sk: 'x' })).body).toBe('BADAUTH\n')
  expect((await login({ t: String(t - 181) })).body).toBe('BADTIME\n')
})
