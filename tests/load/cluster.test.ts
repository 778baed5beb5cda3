import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { readRoleScript } from '#tests/support/debian-role.ts'
import { findProxy } from '#tests/support/proxies.ts'
import { expectExactlyOnce } from './expect-exactly-once.ts'
import { type Load, prepareLoad } from './generate-load.ts'
import { loadOptions } from './load-options.ts'
import { findClusterPrograms, type NodePlace, type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts'
import { BEHIND_PROXY, startCluster, startLoadProxy } from './server-cluster.ts'

const { seed, seconds } = loadOptions
vi.setConfig({ testTimeout: 900_000 + seconds * 4000 })

/**
 * The time until writes succeed again without a leader: `ttl` in deploy/cluster/patroni.yml, and
 * some.
 */
const FAILOVER_MAX_MS = 30_000
/** The time in which a machine that returns follows the leader again. */
const RETURN_MAX_MS = 180_000
const PASSWORD = 'a-password-of-the-server'

test('writes are stored once when leader, standby, a member of etcd and a process are killed in turn', async ({
  skip,
}) => {
  const reason = findClusterPrograms() ?? findProxy('nginx')
  if (reason !== undefined) return skip(reason)
  const database = await startPatroniCluster()
  database.psql(`${readRoleScript()}alter role flipside password '${PASSWORD}';`)
  const address = { host: '127.0.0.1', port: database.port, user: 'flipside', password: PASSWORD, database: 'flipside' }
  const cluster = await startCluster(2, {
    DATABASE_URL: `postgres://flipside:${PASSWORD}@127.0.0.1:${database.port}/flipside`,
    DATABASE_POOL: '5',
    ...BEHIND_PROXY,
  })
  const load = await prepareLoad([await startLoadProxy(cluster)], seed)
  const pause = () => wait((seconds * 1000) / 5)

  await load.runDuring(async () => {
    await pause()
    const leader = await loseNode(load, database, 'leader')
    expect(leader.writesAfterMs).toBeLessThan(FAILOVER_MAX_MS)
    await pause()
    const standby = await loseNode(load, database, 'standby')
    await pause()
    const place = (await database.findLeader()) ?? 0
    await database.killEtcd(place)
    await pause()
    expect(await countWritesIn(load, 3000), 'writes with two members of etcd').toBeGreaterThan(0)
    database.startEtcd(place)
    await cluster.kill(0, 'SIGKILL', load.log)
    await pause()
    await cluster.start(0)
    await pause()
    for (const [name, times] of Object.entries({ leader, standby }))
      process.stdout.write(
        `${name} lost: writes after ${times.writesAfterMs.toFixed(0)} ms, back after ${times.backAfterMs.toFixed(0)} ms\n`,
      )
  })
  await expectExactlyOnce('Cluster', load, address)
})

/**
 * Kills a node, waits until writes succeed, starts it, and waits until it follows. Returns both
 * times in ms, from the kill and from the start.
 */
async function loseNode(load: Load, database: PatroniCluster, role: 'leader' | 'standby') {
  const leader = await database.findLeader()
  const place = (role === 'leader' ? leader : [0, 1, 2].find((each) => each !== leader)) as NodePlace
  const from = performance.now()
  await database.killNode(place)
  await wait(500) // responses under way
  await countWritesIn(load, FAILOVER_MAX_MS * 2, 1)
  const writesAfterMs = performance.now() - from
  // Requests that wait for a commit end with it.
  await wait(1000)
  load.log.faults.push({ from, until: performance.now() })
  const startedAt = performance.now()
  database.startNode(place)
  await expect.poll(() => database.countStandbys(), { timeout: RETURN_MAX_MS, interval: 500 }).toBe(2)
  return { writesAfterMs, backAfterMs: performance.now() - startedAt }
}

/** Resolves to the number of writes that are acknowledged within a time, or when they are enough. */
async function countWritesIn({ ledger }: Load, ms: number, enough = Number.POSITIVE_INFINITY): Promise<number> {
  const before = ledger.writes.length
  const count = () => ledger.writes.length - before
  for (const until = performance.now() + ms; performance.now() < until && count() < enough; ) await wait(50)
  return count()
}
