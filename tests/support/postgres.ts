import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type SocketAddress, startEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Db, openDatabase } from '#server/db/open.ts'
import { createBoss } from '#server/queue/boss.ts'
import { prepareQueues } from '#server/queue/prepare-queues.ts'
import { queues } from '#server/queues.ts'
import { DATA_FOLDERS, findDataFolder } from './data-folder.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { findDebianPostgres } from './debian-programs.ts'
import { findPgBouncer, startPgBouncer } from './pgbouncer.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SocketAddress
  }
}

/** The start of a run's folder, which ends with the run's process and six characters. */
const PREFIX = 'flipside-test-'
const createPrefix = () => join(findDataFolder(), `${PREFIX}${process.pid}-`)

/** A run's server. */
interface TestPostgres {
  /** Its own address, with a database `flipside`. */
  readonly direct: SocketAddress
  /** The address for tests: its own, or a pooler's. */
  readonly address: SocketAddress
  stop(): Promise<void>
}

/**
 * Starts one server for a whole run; its database `flipside`, fully migrated, is the template of
 * every test's own. TEST_POSTGRES=debian uses Debian's PostgreSQL instead of the embedded engine,
 * TEST_POSTGRES=pgbouncer the same through PgBouncer in transaction mode. TEST_POSTGRES_PROGRAMS is
 * the folder of other programs to use than Debian's. TEST_ANALYZE=1 analyzes tables all the time.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep()
  const kind = process.env['TEST_POSTGRES'] ?? 'embedded'
  const postgres = kind === 'embedded' ? await startEngine() : await startDebian(kind === 'pgbouncer')
  await configure(postgres.direct)
  const db = await openDatabase(postgres.direct, { poolSize: 1, onIdleError: () => {} })
  await migrate(db)
  await createJobSchema(db)
  await db.destroy()
  project.provide('postgres', postgres.address)
  return () => postgres.stop()
}

async function startEngine(): Promise<TestPostgres> {
  const folder = mkdtempSync(createPrefix())
  chmodSync(folder, 0o755)
  const engine = await startEmbedded(folder, () => {})
  const stop = async () => {
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { direct: engine.address, address: engine.address, stop }
}

/**
 * PgBouncer's connections to each database. Tests of locks have up to ten transactions at once, with
 * the one that looks at them.
 */
const POOL_SIZE = 12

async function startDebian(isPooled: boolean): Promise<TestPostgres> {
  const programs = findDebianPostgres()
  const reason =
    programs === undefined ? "Debian's PostgreSQL is not installed" : isPooled ? findPgBouncer() : undefined
  if (programs === undefined || reason !== undefined) throw new Error(reason)
  const server = await startDebianPostgres({ programs, prefix: createPrefix(), settings: { max_connections: '500' } })
  await server.query('create database flipside')
  const direct = { host: server.folder, port: server.port, user: 'postgres', database: 'flipside' }
  if (!isPooled) return { direct, address: direct, stop: () => server.stop() }
  const pooler = await startPgBouncer(server, POOL_SIZE)
  const stop = async () => {
    await pooler.stop()
    await server.stop()
  }
  return { direct, address: { ...direct, host: pooler.folder, port: pooler.port }, stop }
}

/** Creates the job queue's tables and the queues, as a starting server does. */
async function createJobSchema(db: Db): Promise<void> {
  const boss = createBoss(db)
  await boss.start()
  await prepareQueues(boss, queues)
  await boss.stop({ close: false })
}

/** A machine crash only loses a test's data. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Analyzes tables all the time, so that plans change during a test as on a server that has run for
 * a while: three quarters of the engine's processor time.
 */
const ALWAYS_ANALYZED = {
  autovacuum_naptime: 1,
  autovacuum_analyze_threshold: 1,
  autovacuum_analyze_scale_factor: 0,
  autovacuum_vacuum_threshold: 1,
  autovacuum_vacuum_scale_factor: 0,
  autovacuum_vacuum_cost_delay: 0,
}

async function configure(address: SocketAddress): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  const settings = { ...NOT_DURABLE, ...(process.env['TEST_ANALYZE'] && ALWAYS_ANALYZED) }
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Stops killed runs' engines and deletes their folders. */
async function sweep(): Promise<void> {
  for (const parent of DATA_FOLDERS)
    for (const name of readdirSync(parent)) {
      const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
      if (pid === undefined || isAlive(Number(pid))) continue
      const folder = join(parent, name)
      for (const data of [join(folder, 'postgres'), join(folder, 'data')]) {
        const running = findRunning(data)
        if (running) await stopEngine(running.pid, data)
      }
      rmSync(folder, { recursive: true, force: true })
    }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
