import { Readable } from 'node:stream'
import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, onTestFinished, test, vi } from 'vitest'
import { defineEndpoint } from '#contract/endpoint.ts'
import { ClientId, Done, Nullable, Username } from '#contract/wire.ts'
import { testApi } from '#tests/support/test-api.ts'
import { testServer } from '#tests/support/test-server.ts'
import { download } from './download.ts'
import { Refusal } from './refusal.ts'
import { route } from './route.ts'

const write = defineEndpoint({
  method: 'POST',
  path: '/api/test-write',
  summary: '',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username, client_id: v.optional(ClientId) }),
  response: Done,
  failure: '',
})
const read = defineEndpoint({
  method: 'GET',
  path: '/api/test-read',
  summary: '',
  access: 'anyone',
  visibility: 'own',
  query: v.object({ current_user: v.optional(Username) }),
  response: v.object({ as: Nullable(v.string()), session: Nullable(v.string()) }),
  failure: '',
})

test('a write without a session is 401 for any input', async () => {
  const server = await testServer()
  const response = await server.post('/api/user/follow', { nonsense: 1 })
  expect([response.status, response.body]).toEqual([401, { error: 'Please log in to continue.', code: 'no_session' }])
})

test('a write for another member is rejected', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('Ada'), await server.signUp('Bo')]
  const response = await server.post('/api/user/follow', { follower: 'Ada', followee: 'Bo' }, { as: bo })
  expect([response.status, response.body.code]).toEqual([403, 'wrong_member'])
  expect(await server.db.selectFrom('follows').selectAll().execute()).toEqual([])
  expect((await server.post('/api/user/follow', { follower: '@aDA', followee: 'Bo' }, { as: ada })).status).toBe(200)
})

test('a validation error names field and rule, but never the value', async () => {
  const server = await testServer()
  const fields = { user: 'Ada', firstname: '', lastname: '', email: 'a@b', password: 'hunter2'.repeat(30) }
  const long = await server.post('/api/user/create-profile', fields)
  expect([long.status, long.body]).toEqual([
    400,
    { error: 'Your password must be at most 200 characters.', code: 'bad_input' },
  ])
  const { password: _, ...rest } = fields
  expect((await server.post('/api/user/create-profile', rest)).body.error).toBe('Your password is missing.')
  const wrong = await server.get('/api/user/followers', { user: 'Ada', limit: 'hunter2' })
  expect(wrong.body).toEqual({ error: 'limit must be a whole number.', code: 'bad_input' })
})

test('NUL, invalid UTF-8 and repeated parameters are rejected', async () => {
  const server = await testServer()
  const request = (query: string) => server.get(`/api/user/profile?${query}`)
  for (const query of ['user=a%00b', 'user=%ED%A0%80', 'user=%FF', 'user=100%']) {
    expect([query, (await request(query)).body.error]).toEqual([
      query,
      'user must be text encoded as UTF-8, without NUL.',
    ])
  }
  expect((await request('user=Ada&user=Bo')).body.error).toBe('user must be given once.')
  await server.signUp('Ada Lovelace')
  expect((await request('user=Ada+Lovelace&unknown=1&unknown=2')).status).toBe(200)
  expect((await request('user=Ada%20Lovelace')).status).toBe(200)
})

test('a message of 6,000 encoded bytes is accepted, and a much longer URL is 414', async () => {
  const server = await testServer()
  const request = (length: number) => server.get(`/api/user/profile?user=nobody&padding=${'a'.repeat(length)}`)
  expect((await request(6000)).body.code).toBe('profile_not_found')
  const long = await request(17_000)
  expect([long.status, long.body]).toEqual([414, { error: 'That is too long.', code: 'too_long' }])
})

test('another method is 405 with the allowed ones, and an unknown path is 404, both in JSON', async () => {
  const server = await testServer()
  const put = await server.request('PUT', '/api/user/follow')
  expect([put.status, put.headers.get('allow'), put.body.code]).toEqual([405, 'POST', 'method_not_allowed'])
  const post = await server.post('/api/user/profile')
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const head = await server.request('HEAD', '/api/user/session')
  expect([head.status, head.body]).toEqual([200, ''])
  for (const path of ['/api', '/api/nope', '/api/user/nope']) {
    const response = await server.get(path)
    expect([response.status, response.body]).toEqual([404, { error: 'Not found.', code: 'not_found' }])
  }
})

test('every API response is uncacheable and readable only by allowed origins', async () => {
  const server = await testServer()
  for (const path of ['/api/user/session', '/api/nope', '/api/user/profile']) {
    const { headers } = await server.get(path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  }
})

test('an endpoint outside the list of the contract gets no handler', async () => {
  const server = await testServer()
  const unlisted = { ...read, path: '/api/test-unlisted' } as const
  const add = () => testApi(server, [read, write], (api) => route(api, unlisted, () => ({ as: null, session: null })))
  expect(add).toThrow('GET /api/test-unlisted is not in contract/endpoints.ts.')
  const addDownload = () =>
    testApi(server, [read], (api) => download(api, unlisted, () => ({ type: '', name: '', bytes: Readable.from([]) })))
  expect(addDownload).toThrow('GET /api/test-unlisted')
})

test("the response for a current_user other than the session's is a visitor's", async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const { request } = testApi(server, [read, write], (api) =>
    route(api, read, ({ viewer, sessionMember }) => ({
      as: viewer?.name ?? null,
      session: sessionMember?.name ?? null,
    })),
  )
  const readAs = async (current_user: string | undefined, options = {}) =>
    (await request('GET', '/api/test-read', { current_user }, options)).body
  expect(await readAs('ada', { as: ada })).toEqual({ as: 'Ada', session: 'Ada' })
  expect(await readAs(undefined, { as: ada })).toEqual({ as: 'Ada', session: 'Ada' })
  expect(await readAs('Bo', { as: ada })).toEqual({ as: null, session: 'Ada' })
  expect(await readAs('Ada')).toEqual({ as: null, session: null })
})

test('an unchanged response is 304, but never for another viewer', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const { request } = testApi(server, [read, write], (api) =>
    route(api, read, ({ tag }) => {
      tag(7)
      return { as: null, session: null }
    }),
  )
  const first = await request('GET', '/api/test-read')
  const headers = { 'If-None-Match': `"other", W/${first.headers.get('etag')}` }
  expect((await request('GET', '/api/test-read', {}, { headers })).status).toBe(304)
  expect((await request('GET', '/api/test-read', {}, { headers, as: ada })).status).toBe(200)
})

test.each(['40001', '40P01'])('a write that loses against another (%s) runs at most three times', async (code) => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  let [attempts, losses] = [0, 2]
  const { request } = testApi(server, [read, write], (api) =>
    route(api, write, async ({ tx, now, member }) => {
      attempts++
      await tx.updateTable('members').set({ active_at: now, swag: attempts }).where('id', '=', member.id).execute()
      const lose = `do $$ begin raise exception 'lost' using errcode = '${code}'; end $$`
      if (attempts <= losses) await sql.raw(lose).execute(tx)
      return { success: true }
    }),
  )
  const send = () => request('POST', '/api/test-write', { user: 'Ada' }, { as: ada })
  expect((await send()).body).toEqual({ success: true })
  expect(attempts).toBe(3)
  const { swag } = await server.db
    .selectFrom('members')
    .select('swag')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(swag).toBe(3)
  ;[attempts, losses] = [0, 99]
  const lost = await send()
  expect([lost.status, lost.body.code, lost.headers.get('retry-after'), attempts]).toEqual([503, 'busy', '1', 3])
})

test('a read with a statement that takes too long is 503', async () => {
  const server = await testServer()
  const isSleeping = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where query = 'select pg_sleep(600)' and state = 'active'`.execute(server.db)
    return rows.length === 1
  }
  const { request } = testApi(server, [read], (api) =>
    route(api, read, async ({ db }) => {
      const passLimit = async () => {
        while (!(await isSleeping())) continue
        await vi.advanceTimersByTimeAsync(15_000)
      }
      await Promise.all([sql`select pg_sleep(600)`.execute(db), passLimit()])
      return { as: null, session: null }
    }),
  )
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = await request('GET', '/api/test-read')
  expect([response.status, response.body, response.headers.get('retry-after')]).toEqual([
    503,
    { error: 'This takes too long at the moment. Please try again in a minute.', code: 'busy' },
    '30',
  ])
})

test('an internal error is a plain 500, logged with the request id but without the input', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const { request } = testApi(server, [read, write], (api) =>
    route(api, write, async ({ tx, query }) => {
      await sql`select ${`${query.user} hunter2`}::bigint`.execute(tx)
      return { success: true }
    }),
  )
  const response = await request('POST', '/api/test-write', { user: 'Ada' }, { as: ada })
  expect([response.status, response.body]).toEqual([
    500,
    { error: 'Something went wrong on our side.', code: 'server_error' },
  ])
  const line = server.lines.find((text) => text.includes(' error '))
  expect(line).toContain(`id=${response.headers.get('x-request-id')}`)
  expect(line).toContain('22P02')
  expect(server.lines.join('\n')).not.toContain('hunter2')
})

test('log lines contain neither passwords nor query strings', async () => {
  const server = await testServer()
  const secret = 'correct horse battery'
  const fields = { user: 'Ada', firstname: 'Ada', lastname: 'Ada', email: 'ada@flipside.example', password: secret }
  await server.post('/api/user/create-profile', fields)
  await server.post('/api/user/create-profile', { ...fields, email: 'none' })
  const ada = await server.logIn('Ada', secret)
  await server.get('/api/user/login', { user: 'Ada', password: secret })
  await server.post('/api/user/login', { user: 'Bo', password: secret })
  await server.post(
    '/api/user/change-password',
    { user: 'Ada', password: secret, new_password: `${secret} 2` },
    { as: ada },
  )
  await server.post('/api/user/reset-password', { token: secret, new_password: secret })
  await server.get(`/api/nope?password=${encodeURIComponent(secret)}`)
  expect(server.lines.length).toBeGreaterThan(7)
  const logged = server.lines.join('\n')
  for (const word of ['correct', 'horse', 'password=', '?', '%', 'ada@', [...ada.cookies.values()][0] ?? '']) {
    expect(logged).not.toContain(word)
  }
})

test('a response that differs from the contract is an error', async () => {
  const server = await testServer()
  const { request } = testApi(server, [read, write], (api) =>
    // Violates the type on purpose.
    route(api, read, () => ({ as: null, session: null, more: 1 }) as { as: null; session: null }),
  )
  expect((await request('GET', '/api/test-read')).status).toBe(500)
})

test('a rejected write is rolled back', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const { request } = testApi(server, [read, write], (api) =>
    route(api, write, async ({ tx, member }) => {
      await tx.updateTable('members').set({ swag: 99 }).where('id', '=', member.id).execute()
      throw new Refusal(409, 'No.', 'already_rated')
    }),
  )
  for (const client_id of [undefined, '8d8ac610-566d-4ef0-9c22-186b2a5ed793']) {
    const response = await request('POST', '/api/test-write', { user: 'Ada', client_id }, { as: ada })
    expect([response.status, response.body]).toEqual([409, { error: 'No.', code: 'already_rated' }])
  }
  const { swag } = await server.db
    .selectFrom('members')
    .select('swag')
    .where('id', '=', ada.id)
    .executeTakeFirstOrThrow()
  expect(swag).toBe(0)
})
