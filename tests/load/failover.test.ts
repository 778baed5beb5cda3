import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createDatabaseProxy } from '#tests/support/database-proxy.ts'
import { aDebianPostgres, type DebianPostgres } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { expectExactlyOnce } from './expect-exactly-once.ts'
import { prepareLoad } from './generate-load.ts'
import { loadOptions } from './load-options.ts'
import { startCluster } from './server-cluster.ts'

const { seed, seconds } = loadOptions
vi.setConfig({ testTimeout: 180_000 + seconds * 2000 })

/** With fsync: a crash must not lose data. */
const DURABLE = { max_wal_senders: '4', wal_level: 'replica' }

/** Starts a primary that acknowledges a commit when its standby has stored it. */
async function startPair(programs: string) {
  const primary = await aDebianPostgres({ programs, settings: DURABLE })
  await primary.query('create role flipside login', 'create database flipside owner flipside')
  const standby = await aDebianPostgres({ programs, primary, settings: DURABLE })
  await primary.configure({ synchronous_standby_names: 'standby' })
  await expect.poll(() => isFollowing(primary), { timeout: 20_000 }).toBe(true)
  return { primary, standby }
}

const isFollowing = async (primary: DebianPostgres): Promise<boolean> =>
  (await primary.query("select from pg_stat_replication where sync_state = 'sync'")).length === 1

test('writes acknowledged before and after a failover are stored once on the promoted standby', async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const { primary, standby } = await startPair(programs)
  const account = { user: 'flipside', database: 'flipside' }
  const entry = await createDatabaseProxy({ host: primary.folder, port: primary.port, ...account })
  await entry.listen()
  const cluster = await startCluster(2, { DATABASE_URL: entry.url })
  const targets = cluster.ports.map((port) => ({ url: `http://127.0.0.1:${port}` }))
  const load = await prepareLoad(targets, seed)

  await load.runDuring(async () => {
    await wait((seconds * 1000) / 2)
    const from = performance.now()
    await primary.kill()
    entry.pointAt(join(standby.folder, `.s.PGSQL.${standby.port}`))
    await standby.query('select pg_promote()')
    const isReady = () => Promise.all(targets.map(async ({ url }) => (await fetch(`${url}/readyz`)).status))
    await expect.poll(isReady, { timeout: 30_000 }).toEqual([200, 200])
    load.log.faults.push({ from, until: performance.now() })
    await wait((seconds * 1000) / 2)
  })
  await expectExactlyOnce('Failover', load, { host: standby.folder, ...account })
})
