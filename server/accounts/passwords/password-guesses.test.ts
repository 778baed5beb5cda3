import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Config } from '#server/config/config.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { addPasskey, logInByPasskey, makeMemberWithPassword } from '#tests/support/passkeys.ts'
import { ampleRateLimits, type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { insertEmailConfirmation } from '../mail/email-confirmations.ts'
import { insertPasswordReset } from './password-resets.ts'

const LIMITS: Config['rateLimits'] = {
  ...ampleRateLimits,
  pairGuesses: { burst: 3, perSecond: 0.001 },
  memberGuesses: { burst: 8, perSecond: 0.001 },
  addressGuesses: { burst: 5, perSecond: 0.001 },
}
const HOME = '127.0.0.1'
const ELSEWHERE = '192.0.2.1'

let server: TestServer
let ada: TestMember
let round = 0

beforeAll(async () => {
  server = await testServer({ settings: { rateLimits: LIMITS } })
})
beforeEach(async () => {
  await server.db.deleteFrom('rate_limits').execute()
  ada = await server.signUp(`Ada ${++round}`)
})

const logIn = async (user: string, password: string, from: string) =>
  (await server.post('/api/user/login', { user, password }, { from })).status
const statuses = async (count: number, send: (n: number) => Promise<number>) => {
  const found: number[] = []
  for (let n = 0; n < count; n++) found.push(await send(n))
  return found
}

/**
 * Every endpoint that takes a password, and how a guess is sent to it: by a visitor or with a
 * session.
 */
const guesses: Readonly<
  Record<string, { as?: boolean; query: (password: string) => Record<string, string>; wrong: number }>
> = {
  'POST /api/user/login': { query: (password) => ({ user: ada.name, password }), wrong: 401 },
  'POST /api/user/create-profile': {
    query: (password) => ({ user: ada.name, firstname: '', lastname: '', email: 'a@flipside.example', password }),
    wrong: 409,
  },
  'POST /api/user/change-password': {
    as: true,
    query: (password) => ({ user: ada.name, password, new_password: 'quite another one' }),
    wrong: 400,
  },
  'POST /api/user/edit-profile': {
    as: true,
    query: (password) => ({ user: ada.name, email: 'new@flipside.example', password }),
    wrong: 400,
  },
  'POST /api/user/start-passkey': { as: true, query: (password) => ({ user: ada.name, password }), wrong: 400 },
  'POST /api/user/link-identity': { as: true, query: (password) => ({ user: ada.name, password }), wrong: 400 },
  'POST /api/user/remove-passkey': {
    as: true,
    query: (password) => ({ user: ada.name, id: '1', password }),
    wrong: 400,
  },
  'POST /api/user/unlink-identity': { as: true, query: (password) => ({ user: ada.name, password }), wrong: 400 },
  'POST /api/user/delete-account': { as: true, query: (password) => ({ user: ada.name, password }), wrong: 400 },
}

/** It takes the password for another server. */
const OF_ANOTHER_SERVER = 'POST /api/user/link-music-library'

test('the table names every endpoint that takes the password of a member', () => {
  const taking = endpoints
    .filter((endpoint) => 'password' in endpoint.query.entries)
    .map(endpointName)
    .filter((name) => name !== OF_ANOTHER_SERVER)
  expect(taking.toSorted()).toEqual(Object.keys(guesses).toSorted())
})

describe.each(Object.entries(guesses))('%s', (name, { as, query, wrong }) => {
  const path = name.replace('POST ', '')
  const guess = async (password: string) =>
    (await server.post(path, query(password), { from: ELSEWHERE, ...(as ? { as: ada } : {}) })).status

  test('wrong passwords are counted, also concurrent ones, and then the right one is rejected too', async () => {
    const atOnce = await Promise.all(Array.from({ length: 8 }, (_, n) => guess(`a wrong guess ${n}`)))
    expect(atOnce.toSorted((a, b) => a - b)).toEqual([...Array(3).fill(wrong), ...Array(5).fill(429)])
    expect(await guess(ada.password)).toBe(429)
    const refused = await server.post(path, query('one more guess'), { from: ELSEWHERE, ...(as ? { as: ada } : {}) })
    expect(refused.body).toEqual({ error: 'Too many attempts. Try again in 17 min.', code: 'rate_limited' })
  })
})

test('right passwords are not counted', async () => {
  expect(await statuses(12, () => logIn(ada.name, ada.password, HOME))).toEqual(Array(12).fill(200))
})

test("a visitor's attempts to delete an account do not count against the member", async () => {
  const remove = async () =>
    (await server.post('/api/user/delete-account', { user: ada.name, password: 'x' }, { from: HOME })).status
  expect(await statuses(20, remove)).toEqual(Array(20).fill(401))
  expect(await logIn(ada.name, ada.password, HOME)).toBe(200)
})

test("strangers' guesses block neither a log-in from a known address nor a session", async () => {
  for (let n = 1; n <= 4; n++) await statuses(4, () => logIn(ada.name, 'wrong', `192.0.2.${n}`))
  expect(await logIn(ada.name, ada.password, '192.0.2.9')).toBe(429)
  expect(await logIn(ada.name, ada.password, HOME)).toBe(200)
  const change = { user: ada.name, password: ada.password, new_password: 'quite another one' }
  const changed = await server.post('/api/user/change-password', change, { as: ada, from: '192.0.2.9' })
  expect(changed.body).toEqual({ success: true })
})

test('guesses from one address do not block a log-in from a new address', async () => {
  await statuses(40, () => logIn(ada.name, 'wrong', ELSEWHERE))
  expect(await logIn(ada.name, ada.password, '192.0.2.9')).toBe(200)
})

test('an address has a budget over all members except those known there', async () => {
  expect(await statuses(7, (n) => logIn(`nobody ${n}`, 'wrong', HOME))).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await logIn(ada.name, ada.password, HOME)).toBe(200)
})

test("an unknown name is limited like a member's", async () => {
  const known = await statuses(5, () => logIn(ada.name, 'wrong', ELSEWHERE))
  expect(await statuses(5, () => logIn('nobody here', 'wrong', '192.0.2.2'))).toEqual(known)
})

test('a member logs in by name only, never by number', async () => {
  for (const user of [String(ada.id), String(ada.id).padStart(12, '0')])
    expect(await logIn(user, ada.password, HOME)).toBe(401)
  expect(await logIn(ada.name.toUpperCase(), ada.password, HOME)).toBe(200)
})

test('guesses of reset links are limited', async () => {
  const reset = async (token: string) =>
    (await server.post('/api/user/reset-password', { token, new_password: 'quite another one' }, { from: ELSEWHERE }))
      .status
  expect(await statuses(6, () => reset('no link'))).toEqual([404, 404, 404, 404, 404, 429])
})

describe('links and passkeys from an address with many wrong attempts', () => {
  const reset = (token: string) =>
    server.post('/api/user/reset-password', { token, new_password: 'quite another one' }, { from: ELSEWHERE })
  const confirm = (token: string) => server.post('/api/user/confirm-email', { token }, { from: ELSEWHERE })

  test('a valid passkey, reset link and confirmation are accepted whatever others sent', async () => {
    const passkeyMember = await makeMemberWithPassword(server, `Pat ${round}`)
    const { authenticator } = await addPasskey(server, passkeyMember)
    const resetToken = await insertPasswordReset(server.db, ada.id, server.clock.now())
    const email = 'member@flipside.example'
    const confirmation = await insertEmailConfirmation(server.db, ada.id, email, server.clock.now())
    const unknown = new Authenticator()
    const attempts = [
      ...(await statuses(8, (n) => logIn(`nobody ${n}`, 'wrong', ELSEWHERE))),
      ...(await statuses(8, async (n) => (await reset(`guess ${n}`)).status)),
      ...(await statuses(8, async (n) => (await confirm(`guess ${n}`)).status)),
      ...(await statuses(8, async () => (await logInByPasskey(server, unknown, {}, { from: ELSEWHERE })).status)),
    ]
    expect(attempts.filter((status) => status === 429).length).toBeGreaterThan(8)
    expect((await logInByPasskey(server, authenticator, {}, { from: ELSEWHERE })).status).toBe(200)
    expect((await confirm(confirmation)).status).toBe(200)
    expect((await reset(resetToken)).status).toBe(200)
  })

  test('wrong ones do not count against passwords', async () => {
    await statuses(8, async (n) => (await reset(`guess ${n}`)).status)
    expect(await logIn(ada.name, ada.password, ELSEWHERE)).toBe(200)
  })
})

test('an address is known for 180 days after a log-in, at most 20 of a member, and none after a reset', async () => {
  for (let n = 0; n < 25; n++) {
    server.clock.advance({ seconds: 1 })
    await logIn(ada.name, ada.password, `198.51.100.${n}`)
  }
  const count = async () => {
    const rows = await server.db
      .selectFrom('known_addresses')
      .select('member_id')
      .where('member_id', '=', ada.id)
      .execute()
    return rows.length
  }
  expect(await count()).toBe(20)
  const token = await insertPasswordReset(server.db, ada.id, server.clock.now())
  await server.post('/api/user/reset-password', { token, new_password: 'quite another one' })
  expect(await count()).toBe(0)
  await logIn(ada.name, 'quite another one', HOME)
  server.clock.advance({ hours: 181 * 24 })
  await runScheduled(server.db, 'delete-old-addresses', server.clock.now())
  expect(await count()).toBe(0)
})

test("guesses are logged with the member's id, without names, addresses and passwords", async () => {
  server.lines.splice(0)
  await logIn(ada.name, 'a wrong guess', ELSEWHERE)
  await logIn('nobody here', 'a wrong guess', ELSEWHERE)
  await logIn(ada.name, ada.password, HOME)
  const events = server.lines.filter((line) => line.includes(' security '))
  // All of each line but its time and the request's random id.
  expect(events.map((line) => line.slice(25).replace(/ id=\w+/, ''))).toEqual([
    'warn  security event=login_failed member=' + ada.id,
    'warn  security event=login_failed',
    'info  security event=login member=' + ada.id,
  ])
})
