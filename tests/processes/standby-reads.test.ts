import { afterAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { createDatabaseProxy } from '#tests/support/database-proxy.ts'
import { type DebianPostgres, startDebianPostgres, UNSAFE } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { makeMembers } from '#tests/support/members.ts'
import { aFolder, aServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { requester, type TestMember, testServer } from '#tests/support/test-server.ts'

/*
 * A primary and its streaming standby, both real, and processes that read from the standby. It lags, hangs, stops or is promoted: reads stay right, and fail never.
 */

const programs = findDebianPostgres()
const primary = programs === undefined ? undefined : await startDebianPostgres({ programs, port: 5610 })
afterAll(() => primary?.stop())

async function startWorld(skip: (reason: string) => never, count: 1 | 2 = 1) {
  if (primary === undefined || programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const database = `test_${crypto.randomUUID().slice(0, 8)}`
  await primary.query(`create database ${database}`)
  const address = { host: primary.folder, port: primary.port, user: 'postgres', database }
  const db = await openDatabase(address, { poolSize: 1, onIdleError: () => {} })
  await migrate(db)
  await db.destroy()
  const members = await makeMembers(await testServer({ database: address }), 'ada', 'bo')
  const standby = await startDebianPostgres({ programs, primary, port: 5611, settings: UNSAFE })
  onTestFinished(() => standby.stop())
  const proxy = await createDatabaseProxy({ ...address, host: standby.folder, port: standby.port })
  await proxy.listen()
  const settings = {
    DATABASE_URL: `postgres://postgres@localhost/${database}?host=${primary.folder}&port=${primary.port}`,
    DATABASE_READ_URL: proxy.url,
    METRICS_PORT: '0',
  }
  const first = await aServerProcess({ dataDir: aFolder(), settings })
  const second = count === 1 ? first : await aServerProcess({ dataDir: aFolder(), settings })
  for (const process of [first, second]) await waitUntilUsed(process)
  const [ada, bo] = members
  if (ada === undefined || bo === undefined) throw new Error('There are no members.')
  return { standby, proxy, database, first, second, ada, bo }
}

const call = ({ url }: ServerProcess) =>
  requester((path, init) => fetch(path.replace('http://localhost:3000', url), init))

async function readMetric(process: ServerProcess, name: string): Promise<number> {
  const url = /Metrics are at (\S+)/.exec(process.output())?.[1] ?? ''
  const text = await (await fetch(url)).text()
  const line = text.split('\n').find((each) => each.startsWith(`${name} `)) ?? ''
  return Number(line.slice(name.length + 1))
}
const countOfStandby = (process: ServerProcess) => readMetric(process, 'flipside_standby_reads_total{server="standby"}')

async function waitUntilUsed(process: ServerProcess): Promise<void> {
  await expect.poll(() => readMetric(process, 'flipside_standby_up')).toBe(1)
}
async function waitUntilUnused(process: ServerProcess, reason: string): Promise<void> {
  await expect.poll(() => process.output()).toMatch(new RegExp(`The standby is not used.* reason=${reason}`))
}

/** Returns the names that a member follows, as a process serves them. */
async function readFollowing(process: ServerProcess, as?: TestMember): Promise<readonly string[]> {
  const options = as === undefined ? {} : { as }
  const { status, body } = await call(process)('GET', '/api/user/following', { user: 'ada' }, options)
  expect(status).toBe(200)
  return body.following.map(({ following }: { following: string }) => following)
}

/** Reads until the standby has served one: the primary does when a loaded machine delays a check. */
async function waitUntilServed(process: ServerProcess, as: TestMember, names: readonly string[]): Promise<void> {
  const before = await countOfStandby(process)
  const readOnce = async () => {
    expect(await readFollowing(process, as)).toEqual(names)
    return countOfStandby(process)
  }
  await expect.poll(readOnce).toBeGreaterThan(before)
}

const follow = async (process: ServerProcess, as: TestMember, followee: string) => {
  const query = { follower: as.name, followee, client_id: crypto.randomUUID() }
  expect((await call(process)('POST', '/api/user/follow', query, { as })).status).toBe(200)
}

const replay = (standby: DebianPostgres, state: 'pause' | 'resume') => standby.query(`select pg_wal_replay_${state}()`)

test('a member reads the own write in every process while the standby lags', async ({ skip }) => {
  const { standby, first, second, ada, bo } = await startWorld(skip, 2)
  await waitUntilServed(second, ada, [])
  await replay(standby, 'pause')
  await follow(first, ada, 'bo')
  expect(await readFollowing(second, ada)).toEqual(['bo'])
  expect(await readFollowing(first, ada)).toEqual(['bo'])
  await waitUntilUnused(second, 'late')
  expect(await readMetric(second, 'flipside_standby_up')).toBe(0)
  expect(await readMetric(second, 'flipside_standby_behind_bytes')).toBeGreaterThan(0)
  expect(await readFollowing(second, bo)).toEqual(['bo'])
  await replay(standby, 'resume')
  await waitUntilUsed(second)
  for (const reader of [ada, bo]) await waitUntilServed(second, reader, ['bo'])
})

test('a blocked member reads nothing of the blocker in any process while the standby lags', async ({ skip }) => {
  const { standby, first, second, ada, bo } = await startWorld(skip, 2)
  await waitUntilServed(second, bo, [])
  await replay(standby, 'pause')
  const block = { user: 'ada', other: 'bo', client_id: crypto.randomUUID() }
  expect((await call(first)('POST', '/api/user/block', block, { as: ada })).status).toBe(200)
  expect((await call(second)('GET', '/api/user/following', { user: 'ada' }, { as: bo })).status).toBe(404)
  await replay(standby, 'resume')
})

test('reads are served by the primary within a second of a hang, and after the standby has stopped', async ({
  skip,
}) => {
  const { standby, proxy, first: process } = await startWorld(skip)
  proxy.hang()
  const times: number[] = []
  for (const until = performance.now() + 3_000; performance.now() < until; ) {
    const startedAt = performance.now()
    await readFollowing(process)
    times.push(performance.now() - startedAt)
  }
  // The proxy hangs for good: a read that did not fall back would not end. A quiet machine takes 750 ms.
  expect(Math.max(...times)).toBeLessThan(10_000)
  await waitUntilUnused(process, 'away')
  proxy.resume()
  await waitUntilUsed(process)
  await standby.kill()
  for (const until = performance.now() + 2_000; performance.now() < until; ) await readFollowing(process)
  expect(await readMetric(process, 'flipside_standby_up')).toBe(0)
})

test('a standby that was promoted is not read', async ({ skip }) => {
  const { standby, database, first: process, bo } = await startWorld(skip)
  await standby.query('select pg_promote()')
  await standby.readIn(
    database,
    'insert into follows (follower_id, followee_id) select a.id, b.id from members a, members b where a.name = $$ada$$ and b.name = $$bo$$',
  )
  await waitUntilUnused(process, 'promoted')
  expect(await readFollowing(process)).toEqual([])
  expect(await readFollowing(process, bo)).toEqual([])
})
