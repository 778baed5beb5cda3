import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '#contract/storage-names.ts'
import { readConfig } from '#server/config/config.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'

const viewerOf = async (server: TestServer, as: TestMember) =>
  (await server.get('/api/user/session', {}, { as })).body.viewer

test('the cookie is HttpOnly and SameSite, and only a hash of its token is stored', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const response = await server.post('/api/user/login', { user: 'Ada', password: ada.password })
  const cookie = response.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^flipside_session=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/)
  const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? ''
  const rows = await server.db.selectFrom('sessions').select('token_hash').execute()
  const stored = rows.map((row) => row.token_hash.toString('hex'))
  expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
})

test('over https the cookie is Secure and bound to the host by its name', async () => {
  const { publicUrl } = readConfig({ PUBLIC_URL: 'https://flipside.example' })
  const server = await testServer({ settings: { publicUrl } })
  const ada = await server.signUp('Ada')
  expect([...ada.cookies.keys()]).toEqual([SECURE_SESSION_COOKIE])
  const response = await server.post('/api/user/login', { user: 'Ada', password: ada.password })
  expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

test('a session is renewed at most daily and expires 180 days after its last use', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const renewals: boolean[] = []
  const use = async () => {
    const response = await server.get('/api/user/session', {}, { as: ada })
    renewals.push(response.headers.has('set-cookie'))
    return response.body.viewer
  }
  for (const hours of [23, 1, 23, 24 * 179]) {
    server.clock.advance({ hours })
    expect(await use()).toBe('Ada')
  }
  expect(renewals).toEqual([false, true, false, true])
  server.clock.advance({ days: 180, seconds: 1 })
  expect(await use()).toBeNull()
  await runScheduled(server.db, 'delete-expired-sessions', server.clock.now())
  expect(await server.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})

test('an unknown token has no session', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  for (const token of ['', 'x', 'A'.repeat(43), "' or 1=1 --"]) {
    expect(await viewerOf(server, { ...ada, cookies: new Map([[SESSION_COOKIE, token]]) })).toBeNull()
  }
})

test('the last log-in follows the use of the session at most hourly', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const lastLogin = async () => {
    await viewerOf(server, ada)
    return (await server.get('/api/user/profile', { user: 'Ada' })).body.userProfile[0].lastlogin
  }
  server.clock.advance({ minutes: 59 })
  expect(await lastLogin()).toBe('2026-11-21T12:00:00.000Z')
  server.clock.advance({ minutes: 1 })
  expect(await lastLogin()).toBe('2026-11-21T13:00:00.000Z')
})

test('logging in as another member ends the previous session', async () => {
  const server = await testServer()
  const [ada, bo] = [await server.signUp('Ada'), await server.signUp('Bo')]
  const before = { ...ada, cookies: new Map(ada.cookies) }
  await server.post('/api/user/login', { user: 'Bo', password: bo.password }, { as: ada })
  expect(await viewerOf(server, ada)).toBe('Bo')
  expect(await viewerOf(server, before)).toBeNull()
})

test('a write that fails when it commits leaves the cookie of the session unchanged', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  await sql`create function fail() returns trigger language plpgsql
    as 'begin raise exception using errcode = ''40001''; end'`.execute(server.db)
  await sql`create constraint trigger fails after insert or delete on sessions
    deferrable initially deferred for each row execute function fail()`.execute(server.db)
  const { name: user, password } = ada
  const writes = [
    ['delete-account', { user, password }],
    ['change-password', { user, password, new_password: 'another long password' }],
  ] as const
  for (const [name, query] of writes) {
    const { status, headers } = await server.post(`/api/user/${name}`, query, { as: ada })
    expect([name, status, headers.getSetCookie()]).toEqual([name, 503, []])
  }
  expect(await viewerOf(server, ada)).toBe('Ada')
})
