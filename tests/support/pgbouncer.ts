import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { chooseOwner, toSpawnOptions } from '#server/db/embedded/owner.ts'
import { installPackages, isInstalled } from './debian-packages.ts'
import type { DebianPostgres } from './debian-postgres.ts'

const PORT = 6432

// PgBouncer is in a folder that is only on root's PATH.
process.env['PATH'] = `${process.env['PATH'] ?? ''}:/usr/sbin`

/** A running PgBouncer in transaction mode. */
export interface PgBouncer {
  /** Its socket's folder: the host for connections through it. */
  readonly folder: string
  readonly port: number
  stop(): Promise<void>
}

/** Installs PgBouncer from Debian if permitted. Returns the reason if it is missing. */
export const findPgBouncer = (): string | undefined => installPackages(['pgbouncer'], () => isInstalled('pgbouncer'))

/** Starts a PgBouncer in front of every database on a server, with a pool for each. */
export async function startPgBouncer(upstream: DebianPostgres, poolSize: number): Promise<PgBouncer> {
  const folder = mkdtempSync('/tmp/flipside-pgbouncer-')
  const owner = chooseOwner()
  chownSync(folder, owner.uid, owner.gid)
  writeFileSync(join(folder, 'users'), '"postgres" ""\n')
  writeFileSync(join(folder, 'pgbouncer.ini'), createConfig(folder, upstream, poolSize))
  const child = spawn('pgbouncer', ['-q', join(folder, 'pgbouncer.ini')], {
    ...toSpawnOptions(owner),
    cwd: folder,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntilUp(folder).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { folder, port: PORT, stop }
}

const createConfig = (folder: string, upstream: DebianPostgres, poolSize: number) => `[databases]
* = host=${upstream.folder} port=${upstream.port}
[pgbouncer]
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${folder}/users
auth_user = postgres
auth_query = select usename, '' from pg_user where usename = $1
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
logfile = ${folder}/pgbouncer.log
pidfile = ${folder}/pgbouncer.pid
`

async function waitUntilUp(host: string): Promise<void> {
  for (const deadline = Date.now() + 15_000; ; await wait(20)) {
    const client = new pg.Client({ host, port: PORT, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
