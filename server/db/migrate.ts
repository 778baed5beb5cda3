import { type Kysely, sql } from 'kysely'
import { CannotStart } from '#server/config.ts'
import { migrations as ourMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

/** Any number that nothing else locks: all servers of one database wait here for each other. */
const MIGRATION_LOCK = 70_351_001

/**
 * Brings the schema up to date in one transaction and answers the numbers of the steps it took. Of servers that start
 * at once one does the work and the others wait: the lock belongs to the transaction, so that poolers keep it too.
 * Throws {@link CannotStart} when the database knows a step that this program does not.
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: readonly Migration[] = ourMigrations,
): Promise<readonly number[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
    await sql`create table if not exists migrations (
      number integer primary key, name text not null, applied_at timestamptz not null default now())`.execute(tx)
    const { rows } = await sql<{ number: number }>`select number from migrations`.execute(tx)
    const done = new Set(rows.map((it) => it.number))
    refuseNewer(Math.max(0, ...done), migrations.at(-1)?.number ?? 0)
    const missing = migrations.filter((it) => !done.has(it.number))
    for (const { number, name, up } of missing) {
      // A migration works on the tables of its time, which no type describes.
      await up(tx as unknown as Kysely<unknown>)
      await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(tx)
    }
    return missing.map((it) => it.number)
  })
}

function refuseNewer(found: number, known: number): void {
  if (found <= known) return
  throw new CannotStart(
    `The database was made by a newer Flipside (its schema is number ${found}, this program knows ${known}): start the newer version.`,
  )
}
