import { type Kysely, sql } from 'kysely'
import { CannotStart } from '#server/config.ts'
import { migrations as ourMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'

/**
 * The advisory lock of migrations, which servers of one database wait for. No other lock may use
 * it.
 */
const MIGRATION_LOCK = 70_351_001

/**
 * Migrates the schema in one transaction and returns the numbers of the applied migrations. Of
 * servers that start concurrently, one migrates and the others wait: the lock belongs to the
 * transaction, which works with connection poolers. Throws {@link CannotStart} if the database has
 * a migration that this program does not know.
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
    const done = new Set(rows.map((row) => row.number))
    rejectNewer(Math.max(0, ...done), migrations.at(-1)?.number ?? 0)
    const missing = migrations.filter((migration) => !done.has(migration.number))
    for (const { number, name, up } of missing) {
      // A migration uses the tables of its time, which no type describes.
      await up(tx as unknown as Kysely<unknown>)
      await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(tx)
    }
    return missing.map((migration) => migration.number)
  })
}

function rejectNewer(found: number, known: number): void {
  if (found <= known) return
  throw new CannotStart(
    `The database was made by a newer Flipside (its schema is number ${found}, this program knows ${known}): start the newer version.`,
  )
}
