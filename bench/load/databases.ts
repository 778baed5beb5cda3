import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { type Db, openDatabase } from '#server/db/open.ts'

export interface Databases {
  create(name: string): Promise<Db>
}

/** Settings that speed up seeding and not reads; a crash only loses a benchmark's data. */
const SEEDING = [
  'fsync = off',
  'synchronous_commit = off',
  'full_page_writes = off',
  "max_wal_size = '4GB'",
  'autovacuum = off',
]

/** Starts a throwaway engine. */
export async function startDatabases(): Promise<Databases & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-bench-'))
  chmodSync(folder, 0o755)
  const engine = await startEmbedded(folder, () => {})
  const open: Db[] = []
  for (const setting of SEEDING) await query(`alter system set ${setting}`)
  await query('select pg_reload_conf()')

  async function query(text: string) {
    const client = new pg.Client({ ...engine.address, database: 'postgres' })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  return {
    async create(name) {
      await query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
      const db = await openDatabase({ ...engine.address, database: name }, { poolSize: 4, onIdleError: () => {} })
      open.push(db)
      await migrate(db)
      return db
    },
    async stop() {
      for (const db of open) await db.destroy()
      await engine.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
