import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { chooseOwner, toSpawnOptions } from '#server/db/embedded/owner.ts'

const PROGRAMS = '/usr/lib/postgresql'

/**
 * Returns the folder of Debian's newest PostgreSQL programs, or undefined if none are installed.
 */
export function findDebianPostgres(): string | undefined {
  const majors = existsSync(PROGRAMS) ? readdirSync(PROGRAMS).map(Number) : []
  const newest = majors.toSorted((one, other) => one - other).at(-1)
  return newest === undefined ? undefined : join(PROGRAMS, String(newest), 'bin')
}

/**
 * Starts a PostgreSQL of Debian for one test, with a database that a role without further rights
 * owns. Returns its URL.
 */
export async function aDebianDatabase(programs: string): Promise<string> {
  const folder = mkdtempSync('/tmp/flipside-debian-')
  const owner = chooseOwner()
  chownSync(folder, owner.uid, owner.gid)
  const options = { ...toSpawnOptions(owner), cwd: folder, env: { LC_ALL: 'C.UTF-8' } }
  const data = join(folder, 'data')
  const initialize = ['-D', data, '-U', 'postgres', '--auth=trust', '-N']
  execFileSync(join(programs, 'initdb'), initialize, { ...options, stdio: 'ignore' })
  const server = spawn(join(programs, 'postgres'), ['-D', data, '-h', '', '-k', folder, '-F'], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => server.once('close', resolve))
  onTestFinished(async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  await createOwnedDatabase(folder)
  return `postgres://owner@localhost/owned?host=${folder}`
}

async function createOwnedDatabase(host: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ; await wait(50)) {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('create role owner login')
      await client.query('create database owned owner owner')
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => {})
    }
  }
}
