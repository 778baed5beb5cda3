import { expect, test } from 'vitest'
import type { Config } from '#server/config/config.ts'
import { runScheduled } from '#tests/support/jobs.ts'
import { ampleRateLimits, type RequestOptions, testServer } from '#tests/support/test-server.ts'

async function limited(rateLimits: Partial<Config['rateLimits']>, settings: Partial<Config> = {}) {
  const server = await testServer({ settings: { ...settings, rateLimits: { ...ampleRateLimits, ...rateLimits } } })
  /** A rejected write: rolled-back requests count too. */
  const write = async (options: RequestOptions) =>
    (await server.post('/api/user/follow', { follower: options.as?.name, followee: 'nobody' }, options)).status
  return { server, write }
}

test('a member beyond the write limit gets the time to wait', async () => {
  const { server, write } = await limited({ memberWrites: { burst: 2, perSecond: 0.25 } })
  const [ada, bo] = [await server.signUp('Ada'), await server.signUp('Bo')]
  expect([await write({ as: ada }), await write({ as: ada }), await write({ as: ada })]).toEqual([404, 404, 429])
  const refused = await server.post('/api/user/follow', { follower: 'Ada', followee: 'nobody' }, { as: ada })
  expect([refused.status, refused.body, refused.headers.get('retry-after')]).toEqual([
    429,
    { error: 'Too many requests. Try again in 4 s.', code: 'rate_limited' },
    '4',
  ])
  expect(await write({ as: bo })).toBe(404)
  server.clock.advance({ seconds: 4 })
  expect([await write({ as: ada }), await write({ as: ada })]).toEqual([404, 429])
})

test('twenty concurrent writes do not exceed the burst', async () => {
  const { server, write } = await limited({ memberWrites: { burst: 5, perSecond: 0.1 } })
  const ada = await server.signUp('Ada')
  const statuses = await Promise.all(Array.from({ length: 20 }, () => write({ as: ada })))
  expect(statuses.filter((status) => status === 404)).toHaveLength(5)
})

test('members at one address share its limit, and IPv6 is counted by network', async () => {
  const { server, write } = await limited({ addressWrites: { burst: 1, perSecond: 0.1 } })
  const [ada, bo] = [await server.signUp('Ada'), await server.signUp('Bo')]
  expect(await write({ as: ada, from: '198.51.100.7' })).toBe(404)
  expect(await write({ as: bo, from: '::ffff:198.51.100.7' })).toBe(429)
  expect(await write({ as: bo, from: '198.51.100.8' })).toBe(404)
  expect(await write({ as: ada, from: '2001:db8:0:1::5' })).toBe(404)
  expect(await write({ as: ada, from: '2001:db8::1:ffff:0:0:9' })).toBe(429)
  expect(await write({ as: ada, from: '2001:db8:0:2::5' })).toBe(404)
})

test('X-Forwarded-For is used only behind a trusted proxy, and only its own entry', async () => {
  const limit = { addressWrites: { burst: 1, perSecond: 0.1 } }
  const header = (value: string) => ({ headers: { 'X-Forwarded-For': value } })
  const direct = await limited(limit)
  const ada = await direct.server.signUp('Ada')
  expect(await direct.write({ as: ada, ...header('203.0.113.1') })).toBe(404)
  expect(await direct.write({ as: ada, ...header('203.0.113.2') })).toBe(429)
  const proxied = await limited(limit, { trustedProxies: 1 })
  const bo = await proxied.server.signUp('Bo')
  expect(await proxied.write({ as: bo, ...header('203.0.113.1') })).toBe(404)
  expect(await proxied.write({ as: bo, ...header('203.0.113.2') })).toBe(404)
  expect(await proxied.write({ as: bo, ...header('made.up, 203.0.113.2') })).toBe(429)
})

test('sign-ups from one address are limited, and those that are refused count', async () => {
  const { server } = await limited({ addressSignUps: { burst: 2, perSecond: 0.001 } })
  await server.signUp('Ada')
  const again = { user: 'Bo', firstname: '', lastname: '', email: 'none', password: 'short' }
  expect((await server.post('/api/user/create-profile', again)).status).toBe(400)
  expect((await server.post('/api/user/create-profile', again)).status).toBe(429)
})

test('buckets unused for a day are deleted', async () => {
  const { server, write } = await limited({})
  const ada = await server.signUp('Ada')
  server.clock.advance({ hours: 25 })
  await write({ as: ada })
  await runScheduled(server.db, 'delete-old-rate-limits', server.clock.now())
  const keys = await server.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
  expect(keys.map((it) => it.key)).toEqual(['addressWrites 127.0.0.1', `memberWrites ${ada.id}`])
})

test.each([
  ['203.0.113.9:1024', '203.0.113.9:2048'],
  ['[2001:db8:0:1::5]:1024', '[2001:db8:0:1::6]:2048'],
  ['[2001:db8:0:1::5]', '2001:db8:0:1::7'],
  ['"[2001:db8:0:1::5]:1024"', '2001:db8:0:1::7'],
])('a port in X-Forwarded-For is ignored: %s and %s share a bucket', async (first, second) => {
  const { server, write } = await limited({ addressWrites: { burst: 1, perSecond: 0.1 } }, { trustedProxies: 1 })
  const ada = await server.signUp('Ada')
  expect(await write({ as: ada, headers: { 'X-Forwarded-For': first } })).toBe(404)
  expect(await write({ as: ada, headers: { 'X-Forwarded-For': second } })).toBe(429)
})
