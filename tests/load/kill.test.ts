import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createRandom } from '#tests/simulation/random.ts'
import { aDebianPostgres, findDebianPostgres } from '#tests/support/debian-postgres.ts'
import { findProxy } from '#tests/support/proxies.ts'
import { expectExactlyOnce } from './expect-exactly-once.ts'
import { prepareLoad } from './generate-load.ts'
import { loadOptions } from './load-options.ts'
import { BEHIND_PROXY, startCluster, startLoadProxy } from './server-cluster.ts'

const { seed, seconds } = loadOptions
vi.setConfig({ testTimeout: 180_000 + seconds * 2000 })

test('writes acknowledged by four processes are stored once when two at a time are killed', async ({ skip }) => {
  const programs = findDebianPostgres()
  if (programs === undefined) return skip("Debian's PostgreSQL is not installed")
  const reason = findProxy('nginx')
  if (reason !== undefined) return skip(reason)
  const postgres = await aDebianPostgres({ programs })
  await postgres.query('create role flipside login', 'create database flipside owner flipside')
  const url = `postgres://flipside@localhost/flipside?host=${postgres.folder}`
  const cluster = await startCluster(4, { DATABASE_URL: url, DATABASE_POOL: '5', ...BEHIND_PROXY })
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
  await expectExactlyOnce('Killed processes', load, {
    host: postgres.folder,
    user: 'flipside',
    database: 'flipside',
  })
  expect(load.log.faults.length).toBeGreaterThan(0)
})
