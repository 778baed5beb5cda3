import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { startServiceServer } from '#tests/support/service-server.ts'
import { createRateLimitedGet } from './rate-limited-get.ts'
import { pauseTurns, waitForTurn } from './turns.ts'

const open = async (address: Awaited<ReturnType<typeof migratedDatabase>>) =>
  openDatabase(address, { poolSize: 4, onIdleError: () => {} })
const LONG_MS = 60_000

async function world() {
  const address = await migratedDatabase()
  // Two pools simulate two processes, which share only the database.
  const [one, other] = [await open(address), await open(address)]
  return { one, other, close: () => Promise.all([one.destroy(), other.destroy()]) }
}

test('two processes together send a service at most five requests in any second', async () => {
  const { one, other, close } = await world()
  const service = await startServiceServer(() => ({ body: {} }))
  const pace = {
    service: 'lastfm',
    perSecond: 5,
    turnTimeoutMs: LONG_MS,
    userAgent: 'Flipside/test',
    isGuarded: false,
  }
  const requests = [one, other].map((db) => createRateLimitedGet({ ...pace, db }))
  await Promise.all(requests.flatMap((request) => Array.from({ length: 8 }, () => request(new URL(service.url)))))
  const times = service.requests.map((it) => it.atMs).toSorted((a, b) => a - b)
  expect(times).toHaveLength(16)
  // Request times at the service, corrected for delays on a loaded machine: at most five per
  // second.
  const tightest = Math.min(...times.slice(5).map((at, place) => at - (times[place] ?? 0)))
  expect(tightest).toBeGreaterThan(900)
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(15 * 200)
  await service.stop()
  await close()
})

test('services do not wait for each other, and a call that cannot wait takes no turn', async () => {
  const { one, other, close } = await world()
  await pauseTurns(one, 'lastfm', 30_000)
  await waitForTurn(other, { service: 'listenbrainz', perSecond: 5, timeoutMs: 0 })
  const before = await one.selectFrom('service_turns').selectAll().where('service', '=', 'lastfm').execute()
  await expect(waitForTurn(other, { service: 'lastfm', perSecond: 5, timeoutMs: 5000 })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  expect(await one.selectFrom('service_turns').selectAll().where('service', '=', 'lastfm').execute()).toEqual(before)
  await close()
})

test.each([
  ['Retry-After in seconds', { status: 429, headers: { 'retry-after': '40' } }, 40_000],
  ['X-RateLimit-Reset-In', { status: 429, headers: { 'x-ratelimit-reset-in': '7' } }, 7000],
  ['neither', { status: 429 }, 30_000],
  [
    'nothing left of the window',
    { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset-in': '9' }, body: {} },
    9000,
  ],
  ['for a year', { status: 429, headers: { 'retry-after': '31536000' } }, 3_600_000],
])('every process pauses requests when a service demands it: %s', async (_, reply, pauseMs) => {
  const { one, other, close } = await world()
  const service = await startServiceServer(() => reply)
  const request = createRateLimitedGet({
    db: one,
    service: 'lb',
    perSecond: 5,
    turnTimeoutMs: 1000,
    userAgent: 'Flipside/test',
    isGuarded: false,
  })
  const asking = request(new URL(service.url))
  if ('status' in reply) await expect(asking).rejects.toMatchObject({ code: 'rate_limited' })
  else await asking
  const { next_at } = await other.selectFrom('service_turns').select('next_at').executeTakeFirstOrThrow()
  const inMs = next_at.getTime() - Date.now()
  expect(inMs).toBeGreaterThan(pauseMs - 5000)
  expect(inMs).toBeLessThanOrEqual(pauseMs + 1000)
  await expect(waitForTurn(other, { service: 'lb', perSecond: 5, timeoutMs: 1000 })).rejects.toMatchObject({
    code: 'rate_limited',
  })
  await service.stop()
  await close()
})
