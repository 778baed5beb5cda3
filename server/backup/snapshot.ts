import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { migrations as knownMigrations } from '#server/db/migrations/index.ts'
import { settleTransaction } from './copy.ts'
import type { AppliedMigration } from './manifest.ts'
import { type CopiedTable, isTable, listTables } from './tables.ts'

interface Snapshot {
  /** The database server's version. */
  readonly postgres: string
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly CopiedTable[]
}

/**
 * Runs `work` in a transaction that sees the database as it was at its start, whatever is written
 * meanwhile. Blocks no writes; schema changes wait for its end. After an error the connection can
 * only be closed: it may be sending unread rows. Throws CannotStart if the database has no
 * community from this or an earlier version.
 */
export async function inSnapshot<T>(client: pg.Client, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const lockable = await listTables(client)
  if (!(await isTable(client, 'migrations'))) throw new CannotStart('The database contains no community.')
  await client.query('begin isolation level repeatable read read only')
  // Locked before the first query, which takes the snapshot: a table cannot change in between.
  const names = lockable.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
  await client.query(`lock table ${names} in access share mode`)
  await settleTransaction(client)
  const result = await work(await describe(client, lockable))
  await client.query('commit')
  return result
}

async function describe(client: pg.Client, locked: readonly CopiedTable[]): Promise<Snapshot> {
  const tables = await listTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(locked))
    throw new CannotStart('The schema of the database has just changed: run the command again.')
  const { rows: versions } = await client.query<{ server_version: string }>('show server_version')
  const { rows: migrations } = await client.query<AppliedMigration>(
    'select number, name from migrations order by number',
  )
  rejectUnknown(migrations, 'The database')
  return { postgres: versions[0]?.server_version ?? '', migrations, tables }
}

/** Throws CannotStart if a migration is unknown to this program; `subject` begins the message. */
export function rejectUnknown(migrations: readonly AppliedMigration[], subject: string): void {
  const known = new Set(knownMigrations.map(({ number }) => number))
  const unknown = migrations.find(({ number }) => !known.has(number))
  if (unknown === undefined) return
  throw new CannotStart(
    `${subject} was made by a newer Flipside (migration ${unknown.number}, "${unknown.name}", is unknown to this program): use the newer version.`,
  )
}
