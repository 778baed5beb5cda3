import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { migrations } from '#server/db/migrations/index.ts'
import { createRandom } from '#tests/simulation/random.ts'
import { aDebianPostgres, type DebianPostgres } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { createRoleDatabase } from '#tests/support/debian-role.ts'
import { findProxy } from '#tests/support/proxies.ts'
import { expectExactlyOnce } from './expect-exactly-once.ts'
import { prepareLoad } from './generate-load.ts'
import { loadOptions } from './load-options.ts'
import { BEHIND_PROXY, startCluster, startLoadProxy } from './server-cluster.ts'

const { seed, seconds } = loadOptions
vi.setConfig({ testTimeout: 180_000 + seconds * 2000 })

/**
 * Four processes have started at once on an empty database, with the rights in docs/operating.md.
 */
async function expectMigratedOnce(postgres: DebianPostgres): Promise<void> {
  const [found] = await postgres.readIn(
    'flipside',
    `select (select count(*)::int from migrations) as migrations,
      (select count(distinct applied_at)::int from migrations) as runs,
      (select count(*)::int from members) as members,
      rolsuper or rolcreatedb or rolcreaterole or rolbypassrls or rolreplication as "isPowerful",
      (select datdba = pg_roles.oid from pg_database where datname = 'flipside') as "isOwner"
      from pg_roles where rolname = 'flipside'`,
  )
  const expected = { migrations: migrations.length, runs: 1, members: 1, isPowerful: false, isOwner: false }
  expect(found).toEqual(expected)
}

test('writes acknowledged by four processes are stored once when two at a time are killed', async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const reason = findProxy('nginx')
  if (reason !== undefined) return skip(reason)
  const postgres = await aDebianPostgres({ programs })
  const { url, address } = createRoleDatabase(programs, postgres)
  const cluster = await startCluster(4, { DATABASE_URL: url, DATABASE_POOL: '5', ...BEHIND_PROXY })
  await expectMigratedOnce(postgres)
  const load = await prepareLoad([await startLoadProxy(cluster)], seed)
  const random = createRandom(seed)

  const until = performance.now() + seconds * 1000
  await load.runDuring(async () => {
    while (performance.now() < until) {
      await wait(random.between(300, 1000))
      const first = random.between(0, 3)
      const pair = [first, (first + random.between(1, 3)) % 4]
      await Promise.all(pair.map((place) => cluster.kill(place, 'SIGKILL', load.log)))
      await wait(random.between(300, 1000))
      await Promise.all(pair.map((place) => cluster.start(place)))
    }
  })
  await expectExactlyOnce('Killed processes', load, address)
  expect(load.log.faults.length).toBeGreaterThan(0)
})
