import { describe, expect, test } from 'vitest'
import { endpointName } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { downloads } from '#contract/ownership/export.ts'
import { uploads } from '#contract/uploads.ts'
import { type Config, rateLimitSettings, readConfig } from '#server/config/config.ts'
import { makeMember } from '#tests/support/members.ts'
import { ampleRateLimits, testServer } from '#tests/support/test-server.ts'
import { LIMITS_BY_ENDPOINT, listLimits } from './limits.ts'

const all = [...endpoints, ...uploads.map((it) => it.endpoint), ...downloads.map((it) => it.endpoint)]

const limited = (rateLimits: Partial<Config['rateLimits']>) =>
  testServer({ settings: { rateLimits: { ...ampleRateLimits, ...rateLimits } } })

test('every endpoint has at least one rate limit by address or by member', () => {
  for (const endpoint of all)
    expect([endpointName(endpoint), listLimits(endpoint).length > 0]).toEqual([endpointName(endpoint), true])
})

test('the table of limits names only existing endpoints', () => {
  const names = all.map(endpointName)
  expect(Object.keys(LIMITS_BY_ENDPOINT).filter((name) => !names.includes(name))).toEqual([])
})

test('a member beyond the read limit gets a 429 with Retry-After, but not others at the same address', async () => {
  const server = await limited({ memberReads: { burst: 2, perSecond: 0.5 } })
  const [ada, bo] = [await makeMember(server, 'ada'), await makeMember(server, 'bo')]
  const read = (as = ada) => server.get('/api/user/status', {}, { as })
  expect([(await read()).status, (await read()).status]).toEqual([200, 200])
  const refused = await read()
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
    429,
    { error: 'Too many requests. Try again in 2 s.', code: 'rate_limited' },
    '2',
  ])
  expect((await read(bo)).status).toBe(200)
  server.clock.advance({ seconds: 2 })
  expect((await read()).status).toBe(200)
})

test('reads of visitors are limited by address without a query', async () => {
  const server = await limited({ addressReads: { burst: 3, perSecond: 0.1 } })
  const read = (from: string) => server.get('/api/user/session', {}, { from })
  for (let n = 0; n < 3; n++) expect((await read('192.0.2.1')).status).toBe(200)
  expect((await read('192.0.2.2')).status).toBe(200)
  await server.db.destroy()
  expect((await read('192.0.2.1')).status).toBe(429)
})

describe('an IPv6 /48 network has ten times the limits of an address', () => {
  const from = (subnet: number, site = '1') => `2001:db8:${site}:${subnet.toString(16)}::7`
  const countAllowed = async (send: (subnet: number) => Promise<{ status: number }>) => {
    let allowed = 0
    for (let subnet = 0; subnet < 14; subnet++) if ((await send(subnet)).status !== 429) allowed++
    return allowed
  }
  const password = 'a wrong but long password'

  test.each<[string, keyof Config['rateLimits'], string, (n: number) => Record<string, string>]>([
    [
      'sign-ups',
      'addressSignUps',
      'create-profile',
      () => ({ user: 'x', firstname: '', lastname: '', email: 'x@y.example', password }),
    ],
    ['log-ins', 'addressLogins', 'login', (n) => ({ user: `nobody ${n}`, password })],
    ['log-ins by single sign-on', 'addressLogins', 'start-single-sign-on', () => ({})],
    ['log-ins by passkey', 'addressLogins', 'start-passkey-login', () => ({})],
    ['wrong passwords', 'addressGuesses', 'login', (n) => ({ user: `nobody ${n}`, password })],
    ['wrong reset links', 'addressGuesses', 'reset-password', (n) => ({ token: `guess ${n}`, new_password: password })],
    ['requests for reset links', 'addressMails', 'request-password-reset', (n) => ({ account: `nobody ${n}` })],
  ])('for %s', async (_, limit, path, query) => {
    const server = await limited({ [limit]: { burst: 1, perSecond: 0.001 } })
    const send = (subnet: number, site?: string) =>
      server.post(`/api/user/${path}`, query(subnet), { from: from(subnet, site) })
    expect(await countAllowed((subnet) => send(subnet))).toBe(10)
    expect((await send(0, '2')).status).not.toBe(429)
  })

  test('for reads of visitors', async () => {
    const server = await limited({ addressReads: { burst: 1, perSecond: 0.001 } })
    expect(await countAllowed((subnet) => server.get('/api/user/session', {}, { from: from(subnet) }))).toBe(10)
  })
})

test('counting a read writes nothing to the database', async () => {
  const server = await testServer()
  const ada = await makeMember(server, 'ada')
  await server.db.deleteFrom('rate_limits').execute()
  await server.get('/api/user/status', {}, { as: ada })
  expect(await server.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
})

test.each(['/api/user/get-users', '/api/search-music', '/api/search-broadcasts', '/api/popular-music'])(
  'searches have a limit of their own: %s',
  async (path) => {
    const server = await limited({ addressSearches: { burst: 1, perSecond: 0.01 } })
    const search = () => server.get(path, { search_term: 'ada' })
    expect((await search()).status).toBe(200)
    const refused = await search()
    expect([refused.status, refused.body.error]).toEqual([429, 'Too many searches. Try again in 2 min.'])
    expect((await server.get('/api/user/session')).status).toBe(200)
  },
)

test('the keys of the rate-limit table never contain a name', async () => {
  const server = await testServer()
  const ada = await server.signUp('Margarethe')
  await server.post('/api/user/follow', { follower: ada.name, followee: 'nobody' }, { as: ada })
  const keys = await server.db.selectFrom('rate_limits').select('key').execute()
  expect(keys.length).toBeGreaterThan(2)
  for (const { key } of keys) {
    expect(Object.keys(rateLimitSettings)).toContain(key.split(' ')[0])
    expect(key).not.toMatch(/margarethe/i)
  }
})

/** The default limits, which docs/operating.md describes. */
test('the default limits allow fifty members at one address with five polling tabs each, and a device after a week offline', async () => {
  const { rateLimits } = readConfig({})
  const polls = { everyTab: 1 / 5 + 1 / 30, tabs: 5, people: 50 }
  const perMember = polls.everyTab * polls.tabs
  expect(perMember).toBeLessThan(rateLimits.memberReads.perSecond)
  expect(perMember * polls.people).toBeLessThan(rateLimits.addressReads.perSecond)
  // Fifty devices that reconnect at once, each with 200 reads and 100 queued writes.
  expect(200 * polls.people).toBeLessThan(rateLimits.addressReads.burst)
  expect(100 * polls.people).toBeLessThanOrEqual(rateLimits.addressWrites.burst)
})
