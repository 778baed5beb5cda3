import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { CannotStart } from '#server/config/config.ts'
import { applyFunctions, type FunctionFile, readFunctionFiles } from './apply-functions.ts'
import { migrations as ourMigrations } from './migrations/index.ts'
import type { Migration } from './migrations/migration.ts'
import { getSqlState } from './sql-state.ts'

const MIGRATION_LOCK = 70_351_001

/**
 * The time that a migration statement waits for a lock, in ms: meanwhile, running servers' requests
 * to the same table wait too.
 */
const LOCK_TIMEOUT_MS = 3_000
const ATTEMPTS = 20
const RETRY_MAX_MS = 2_000
/** The SQLSTATEs for a deadlock and a lock timeout. */
const CONFLICTS: ReadonlySet<string | undefined> = new Set(['40P01', '55P03'])

/** A migration that has run, or all migrations in a new database. */
export interface MigrationReport {
  readonly done: string
  readonly ms: number
  /** The number of migrations in a new database. */
  readonly migrations?: number
}

/**
 * Brings the schema up to date in one transaction: runs the missing migrations, then the changed
 * files in `functions/`. Returns the migration numbers that it ran. Servers that start at the same
 * time wait for each other: the lock belongs to the transaction, so that it works behind a
 * connection pooler. Servers that run meanwhile lock the same tables: after a deadlock or a lock
 * timeout the transaction is repeated. Throws {@link CannotStart} when the database has a migration
 * that this program does not know. `report` receives each migration before the transaction ends,
 * again after a repetition.
 */
export async function migrate<T>(
  db: Kysely<T>,
  migrations: readonly Migration[] = ourMigrations,
  functions: readonly FunctionFile[] = readFunctionFiles(),
  report: (line: MigrationReport) => void = () => {},
): Promise<readonly number[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await lockMigrations(tx)
        await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(tx)
        return migrateIn(tx, migrations, functions, report)
      })
    } catch (error) {
      if (!CONFLICTS.has(getSqlState(error))) throw error
      if (attempt === ATTEMPTS) throw createLockedError(error)
      await wait(Math.random() * RETRY_MAX_MS)
    }
  }
}

export async function isMigrationMissing<T>(db: Kysely<T>): Promise<boolean> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('migrations') is not null as exists`.execute(db)
  if (tables[0]?.exists !== true) return true
  const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from migrations`.execute(db)
  return (rows[0]?.newest ?? 0) < (ourMigrations.at(-1)?.number ?? 0)
}

const createLockedError = (cause: unknown) =>
  new CannotStart('The schema cannot be changed: other transactions have locked its tables for a minute.', { cause })

/** Like {@link migrate}, in a transaction that holds the migration lock. */
export async function migrateIn<T>(
  tx: Transaction<T>,
  migrations: readonly Migration[] = ourMigrations,
  functions: readonly FunctionFile[] = readFunctionFiles(),
  report: (line: MigrationReport) => void = () => {},
): Promise<readonly number[]> {
  await sql`create table if not exists migrations (
    number integer primary key, name text not null, applied_at timestamptz not null default now())`.execute(tx)
  const { rows } = await sql<{ number: number }>`select number from migrations`.execute(tx)
  const done = new Set(rows.map((row) => row.number))
  rejectNewer(Math.max(0, ...done), migrations.at(-1)?.number ?? 0)
  const missing = migrations.filter((migration) => !done.has(migration.number))
  const startedAt = performance.now()
  for (const { number, name, up } of missing) {
    const begunAt = performance.now()
    // A migration uses the tables of its time, which no type describes.
    await up(tx as unknown as Kysely<unknown>)
    await sql`insert into migrations (number, name) values (${number}, ${name})`.execute(tx)
    if (done.size > 0) report({ done: `Migration ${number} (${name})`, ms: msSince(begunAt) })
  }
  if (done.size === 0) report({ done: 'Created the schema', migrations: missing.length, ms: msSince(startedAt) })
  await applyFunctions(tx as unknown as Kysely<unknown>, functions)
  return missing.map(({ number }) => number)
}

const msSince = (at: number): number => Math.round(performance.now() - at)

/** Takes the migration lock until the transaction ends. */
export async function lockMigrations<T>(tx: Transaction<T>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(tx)
}

function rejectNewer(found: number, known: number): void {
  if (found <= known) return
  throw new CannotStart(
    `The database was made by a newer Flipside (its schema is number ${found}, this program knows ${known}): start the newer version.`,
  )
}
