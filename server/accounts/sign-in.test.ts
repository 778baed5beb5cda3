import { argon2Sync, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { testServer } from '#tests/support/test-server.ts'
import { insertPasswordReset } from './passwords/password-resets.ts'

test('a log-in replaces a password hash of another cost', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const hashed = async () =>
    (await server.db.selectFrom('members').select('password_hash').where('id', '=', ada.id).executeTakeFirstOrThrow())
      .password_hash
  const current = await hashed()
  await server.db
    .updateTable('members')
    .set({ password_hash: cheapHash(ada.password) })
    .where('id', '=', ada.id)
    .execute()
  expect((await server.post('/api/user/login', { user: 'Ada', password: 'a wrong guess' })).status).toBe(401)
  expect(await hashed()).toMatch(/m=1024,t=1/)
  await Promise.all([server.logIn('Ada', ada.password), server.logIn('Ada', ada.password)])
  expect((await hashed())?.slice(0, 30)).toBe(current?.slice(0, 30))
  await server.logIn('Ada', ada.password)
})

test('a log-in with a wrong password and one of an unknown member have the same response and duration', async () => {
  const server = await testServer()
  await server.signUp('Ada')
  const timed = async (user: string) => {
    const startedAt = performance.now()
    const response = await server.post('/api/user/login', { user, password: 'wrong password' })
    return { response: [response.status, response.body], ms: performance.now() - startedAt }
  }
  const tries: { known: number; unknown: number }[] = []
  for (let n = 0; n < 7; n++) {
    const [known, unknown] = [await timed('Ada'), await timed('nobody')]
    expect(known.response).toEqual([401, { error: 'Wrong username or password.', code: 'bad_credentials' }])
    expect(unknown.response).toEqual(known.response)
    tries.push({ known: known.ms, unknown: unknown.ms })
  }
  const fastest = (which: 'known' | 'unknown') => Math.min(...tries.map((attempt) => attempt[which]))
  // Without the dummy hash, the response for an unknown member would take a twentieth as long.
  expect(fastest('unknown')).toBeGreaterThan(fastest('known') / 2)
})

test('a log-in as System or by GET is rejected', async () => {
  const server = await testServer()
  expect((await server.post('/api/user/login', { user: 'System', password: 'x' })).status).toBe(401)
  const byGet = await server.get('/api/user/login', { user: 'System', password: 'x' })
  expect([byGet.status, byGet.headers.get('allow'), byGet.body.code]).toEqual([405, 'POST', 'method_not_allowed'])
})

test('a password change ends all sessions and starts a new one on this device', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const elsewhere = await server.logIn('Ada', ada.password)
  const secret = [...ada.cookies]
  const change = (password: string) =>
    server.post('/api/user/change-password', { user: 'Ada', password, new_password: 'a new password' }, { as: ada })
  const wrong = await change('not the password')
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Incorrect password.'])
  expect((await change(ada.password)).body).toEqual({ success: true })
  const before = { ...ada, cookies: new Map(secret) }
  const viewers = await Promise.all([ada, elsewhere, before].map((as) => server.get('/api/user/session', {}, { as })))
  expect(viewers.map((it) => it.body)).toEqual([{ viewer: 'Ada' }, { viewer: null }, { viewer: null }])
  expect((await server.post('/api/user/login', { user: 'Ada', password: ada.password })).status).toBe(401)
  await server.logIn('Ada', 'a new password')
})

test('a reset link sets a password once, ends all sessions, and expires after 24 hours', async () => {
  const server = await testServer()
  const ada = await server.signUp('Ada')
  const link = () => insertPasswordReset(server.db, ada.id, server.clock.now())
  const reset = (token: string, new_password: string) =>
    server.post('/api/user/reset-password', { token, new_password })
  const token = await link()
  expect((await reset('wrong', 'a new password')).status).toBe(404)
  expect((await reset(token, 'a new password')).body).toEqual({ success: true })
  expect((await server.get('/api/user/session', {}, { as: ada })).body).toEqual({ viewer: null })
  expect((await reset(token, 'a new password')).body).toEqual({ success: true })
  expect((await reset(token, 'another password')).status).toBe(404)
  await server.logIn('Ada', 'a new password')
  const late = await link()
  server.clock.advance({ hours: 24, seconds: 1 })
  expect((await reset(late, 'a new password')).status).toBe(404)
})

/** A hash from an earlier server version. */
function cheapHash(password: string): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 1024,
    passes: 1,
    parallelism: 1,
  })
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
}
