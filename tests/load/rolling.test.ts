import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { migrations } from '#server/db/migrations/index.ts'
import { aDebianPostgres } from '#tests/support/debian-postgres.ts'
import { findDebianPostgres } from '#tests/support/debian-programs.ts'
import { findProxy } from '#tests/support/proxies.ts'
import { expectExactlyOnce } from './expect-exactly-once.ts'
import { prepareLoad } from './generate-load.ts'
import { loadOptions } from './load-options.ts'
import { checkOutOld } from './old-version.ts'
import { BEHIND_PROXY, startCluster, startLoadProxy } from './server-cluster.ts'

const { seed, seconds, from } = loadOptions
vi.setConfig({ testTimeout: 240_000 + seconds * 2000 })

test('writes acknowledged during a rolling upgrade are stored once', async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const reason = findProxy('nginx')
  if (reason !== undefined) return skip(reason)
  const postgres = await aDebianPostgres({ programs })
  await postgres.query('create role flipside login', 'create database flipside owner flipside')
  const url = `postgres://flipside@localhost/flipside?host=${postgres.folder}`
  const cluster = await startCluster(4, { DATABASE_URL: url, DATABASE_POOL: '5', ...BEHIND_PROXY }, checkOutOld(from))
  const load = await prepareLoad([await startLoadProxy(cluster)], seed)
  const database = { host: postgres.folder, user: 'flipside', database: 'flipside' }
  const before = await postgres.readIn('flipside', 'select max(number) as newest from migrations')

  await load.runDuring(async () => {
    await wait((seconds * 1000) / 5)
    for (const place of cluster.ports.keys()) {
      const stopped = await cluster.kill(place, 'SIGTERM', load.log)
      expect(stopped.output()).not.toMatch(/ error /i)
      const from = performance.now()
      await cluster.start(place)
      // A process that migrates responds with 503.
      if (place === 0) load.log.faults.push({ from, until: performance.now() })
      await wait((seconds * 1000) / 5)
    }
  })
  await expectExactlyOnce(
    `Rolling upgrade from schema ${before[0]?.['newest']} to ${migrations.at(-1)?.number}`,
    load,
    database,
  )
})
