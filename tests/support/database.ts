import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { SocketAddress } from '#server/db/embedded/embedded.ts'
import type { Db, Tx } from '#server/db/open.ts'

/** PgBouncer in transaction mode is before the database: it passes no session settings on. */
export const isPooled = process.env['TEST_POSTGRES'] === 'pgbouncer'

const made: string[] = []
const roles: string[] = []

/**
 * Creates a database with every table and no member but System; deleted when the test file is done.
 */
export const migratedDatabase = (): Promise<SocketAddress> => createDatabase('flipside')

/** Creates a database without any table. */
export const emptyDatabase = (): Promise<SocketAddress> => createDatabase('template0')

/**
 * Creates an empty database that a role owns that is not a superuser, and returns its address as
 * that role.
 */
export async function ownedDatabase(): Promise<SocketAddress> {
  const address = await createDatabase('template0')
  await asOwner(async (client) => {
    await client.query(`create role ${address.database} login`)
    await client.query(`alter database ${address.database} owner to ${address.database}`)
  })
  roles.push(address.database)
  return { ...address, user: address.database }
}

/** Copies the template's files: copying by way of the log takes a third more processor time. */
async function createDatabase(template: string): Promise<SocketAddress> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await asOwner((client) => client.query(`create database ${database} template ${template} strategy file_copy`))
  made.push(database)
  return { ...inject('postgres'), database }
}

async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  await work(client)
  await client.end()
}

/** Drops all the test file's databases and roles. */
export const dropDatabases = (): Promise<void> =>
  asOwner(async (client) => {
    for (const database of made.splice(0)) await client.query(`drop database ${database} with (force)`)
    for (const role of roles.splice(0)) await client.query(`drop role ${role}`)
  })

/**
 * Returns the number of sessions waiting for an advisory lock in this database: other tests have
 * theirs in the same engine.
 */
export async function countWaitingForLocks(db: Db | Tx): Promise<number> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length
}

/** Resolves as soon as a session waits for a lock in the test's database. */
export async function waitForLock(db: Db): Promise<void> {
  for (;;) {
    const { rows } = await sql`select from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`.execute(db)
    if (rows.length > 0) return
  }
}
