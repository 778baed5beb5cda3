import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type SocketAddress, startEmbedded } from '#server/db/embedded/embedded.ts'
import { findRunning, stopEngine } from '#server/db/embedded/process.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: SocketAddress
  }
}

const FOLDERS = '/tmp'
const PREFIX = 'flipside-test-'

/**
 * Starts one engine for a whole run; its database `flipside`, fully migrated, is the template of
 * every test's own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweep()
  const folder = mkdtempSync(join(FOLDERS, `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o755)
  const engine = await startEmbedded(folder, () => {})
  await configure(engine.address)
  const db = await openDatabase(engine.address, { poolSize: 1, onIdleError: () => {} })
  await migrate(db)
  await db.destroy()
  project.provide('postgres', engine.address)
  return async () => {
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const SETTINGS = {
  // A crash of the machine only loses a test's data.
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Tables are analyzed continuously, so that plans change during a test as on a server that has
  // run for a while.
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
  for (const [name, value] of Object.entries(SETTINGS)) await client.query(`alter system set ${name} = ${value}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Stops the engines of runs that were killed. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(FOLDERS)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const data = join(FOLDERS, name, 'postgres')
    const running = findRunning(data)
    if (running) await stopEngine(running.pid, data)
    rmSync(join(FOLDERS, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
