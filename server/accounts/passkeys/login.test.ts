import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { Authenticator, type Deviations } from '#tests/support/authenticator.ts'
import { waitForLock } from '#tests/support/database.ts'
import { addPasskey, logInByPasskey, makeMemberWithPassword } from '#tests/support/passkeys.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { deletePasskeys } from './store.ts'

let server: TestServer
let ada: TestMember
let authenticator: Authenticator

beforeAll(async () => {
  server = await testServer({
    settings: { rateLimits: { ...ampleRateLimits, addressGuesses: { burst: 5, perSecond: 0.001 } } },
  })
  ada = await makeMemberWithPassword(server, 'Ada')
  authenticator = (await addPasskey(server, ada)).authenticator
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  server.lines.splice(0)
})

const newVisitor = (): TestMember => ({ ...ada, cookies: new Map() })
const viewerOf = async (as: TestMember) => (await server.get('/api/user/session', {}, { as })).body.viewer
const REFUSED = {
  error: "This passkey didn't work. Try again, or log in with your password.",
  code: 'bad_credentials',
}
const securityLines = () =>
  server.lines.filter((line) => line.includes(' security ')).map((line) => line.slice(25).replace(/ id=\w+/, ''))

test('a passkey starts a session like a password, and its use is stored', async () => {
  server.clock.advance({ minutes: 1 })
  const visitor = newVisitor()
  const response = await logInByPasskey(server, authenticator, {}, { as: visitor })
  expect(response.body).toEqual({ success: true, user: 'Ada' })
  expect(await viewerOf(visitor)).toBe('Ada')
  const { passkeys } = (await server.get('/api/user/passkeys', { user: 'Ada' }, { as: visitor })).body
  expect(passkeys[0].last_used_at).toBe(server.clock.now().toISOString())
  expect(securityLines()).toEqual([`info  security event=login member=${ada.id}`])
})

test('the options of a log-in name no member and no passkey', async () => {
  const { body } = await server.post('/api/user/start-passkey-login')
  expect(body.options).toEqual({
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    rpId: 'localhost',
    timeout: 300_000,
    userVerification: 'required',
  })
})

const deviations: Readonly<Record<string, Deviations>> = {
  'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
  'another origin': { origin: 'http://localhost:3001' },
  'the origin of a page that embeds this one': { topOrigin: 'https://other.example' },
  'another relying party': { rpId: 'flipside.example' },
  'another type': { type: 'webauthn.create' },
  'no user verification': { isUserVerified: false },
  'no user presence': { isUserPresent: false },
  'a tampered signature': { signature: Buffer.alloc(70, 0x30).toString('base64url') },
  'the handle of another member': { userHandle: Buffer.alloc(32).toString('base64url') },
  'an unknown credential': { credentialId: new Authenticator().id },
}

test.each(Object.entries(deviations))('rejects a log-in with %s', async (_, deviation) => {
  const visitor = newVisitor()
  const response = await logInByPasskey(server, authenticator, deviation, { as: visitor })
  expect([response.status, response.body]).toEqual([401, REFUSED])
  expect(await viewerOf(visitor)).toBe(null)
  expect(securityLines()[0]).toMatch(/^warn {2}security event=passkey_failed/)
})

test('rejects data of another key', async () => {
  const { options } = (await server.post('/api/user/start-passkey-login')).body
  const other = new Authenticator({ id: authenticator.id })
  const { user_handle } = authenticator.get(options)
  const response = await server.post('/api/user/login-by-passkey', { ...other.get(options), user_handle })
  expect([response.status, response.body]).toEqual([401, REFUSED])
})

test('a challenge is valid once and for five minutes', async () => {
  const start = async () => (await server.post('/api/user/start-passkey-login')).body.options
  const send = async (options: Awaited<ReturnType<typeof start>>) =>
    (await server.post('/api/user/login-by-passkey', authenticator.get(options))).status
  const used = await start()
  expect([await send(used), await send(used)]).toEqual([200, 401])
  const expired = await start()
  server.clock.advance({ minutes: 5 })
  expect(await send(expired)).toBe(401)
  const concurrent = await start()
  expect((await Promise.all([send(concurrent), send(concurrent)])).toSorted((a, b) => a - b)).toEqual([200, 401])
})

test('the challenge of a registration is not one of a log-in', async () => {
  const query = { user: 'Ada', password: ada.password }
  const { options } = (await server.post('/api/user/start-passkey', query, { as: ada })).body
  const ofLogin = authenticator.get({ challenge: options.challenge, rpId: 'localhost' })
  expect((await server.post('/api/user/login-by-passkey', ofLogin)).status).toBe(401)
})

test('a counter that does not increase is rejected and logged, once the signature is verified', async () => {
  const { authenticator: counting } = await addPasskey(server, ada)
  expect((await logInByPasskey(server, counting, { counter: 7 })).status).toBe(200)
  server.lines.splice(0)
  const forged = { counter: 3, signature: Buffer.alloc(70, 0x30).toString('base64url') }
  expect((await logInByPasskey(server, counting, forged)).status).toBe(401)
  expect(securityLines()).toEqual([`warn  security event=passkey_failed member=${ada.id}`])
  for (const counter of [7, 6, 0]) {
    server.lines.splice(0)
    const response = await logInByPasskey(server, counting, { counter })
    expect([response.status, response.body]).toEqual([401, REFUSED])
    expect(securityLines()).toEqual([`warn  security event=passkey_copied member=${ada.id}`])
  }
  expect((await logInByPasskey(server, counting, { counter: 8 })).status).toBe(200)
})

test('failures count against the address, and a valid passkey is accepted nevertheless', async () => {
  const from = '192.0.2.7'
  const unknown = new Authenticator()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++)
    statuses.push((await logInByPasskey(server, unknown, { userHandle: 'AAAA' }, { from })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await logInByPasskey(server, authenticator, {}, { from })).status).toBe(200)
})

test('a passkey removed while it is used starts no session', async () => {
  const bo = await makeMemberWithPassword(server, 'Bo')
  const { authenticator: removed } = await addPasskey(server, bo)
  const { options } = (await server.post('/api/user/start-passkey-login')).body
  const held = await server.db.startTransaction().execute()
  await deletePasskeys(held, bo.id)
  const response = server.post('/api/user/login-by-passkey', removed.get(options))
  // Ends when the log-in waits for the lock, or when its response has come too early.
  await Promise.race([response, waitForLock(server.db)])
  await held.commit().execute()
  expect((await response).body).toEqual(REFUSED)
})

test('an address has at most 500 open challenges', async () => {
  const now = server.clock.now()
  const from = '192.0.2.8'
  const address_hash = createHash('sha256').update(from).digest()
  const values = Array.from({ length: 500 }, (_, n) => ({
    challenge_hash: Buffer.from(`challenge ${n}`),
    member_id: null,
    user_handle: null,
    address_hash,
    expires_at: new Date(now.getTime() + 1000 + n),
  }))
  await server.db.insertInto('passkey_challenges').values(values).execute()
  await server.post('/api/user/start-passkey-login', {}, { from })
  const open = server.db.selectFrom('passkey_challenges').where('address_hash', '=', address_hash)
  const rows = await open.select('expires_at').orderBy('expires_at').execute()
  expect(rows).toHaveLength(500)
  expect(rows[0]?.expires_at).toEqual(values[1]?.expires_at)
})

test('rejects parameters that are too long, or not base64url', async () => {
  const { options } = (await server.post('/api/user/start-passkey-login')).body
  const valid = authenticator.get(options)
  for (const [name, length] of Object.entries({
    credential_id: 1365,
    client_data: 1401,
    authenticator_data: 601,
    signature: 1025,
    user_handle: 87,
  })) {
    const response = await server.post('/api/user/login-by-passkey', { ...valid, [name]: 'A'.repeat(length) })
    expect([response.status, response.body.error]).toEqual([400, `${name} must be at most ${length - 1} characters.`])
    expect((await server.post('/api/user/login-by-passkey', { ...valid, [name]: '{}' })).status).toBe(400)
  }
})
