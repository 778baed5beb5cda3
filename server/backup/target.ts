import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { migrateIn } from '#server/db/migrate.ts'
import { migrations as knownMigrations } from '#server/db/migrations/index.ts'
import type { Database } from '#server/db/schema.ts'
import { type Copied, copyIn, copyOut, createMeter, isEqual, measure } from './copy.ts'
import type { AppliedMigration } from './manifest.ts'
import { type SequenceState, setSequences } from './sequences.ts'
import { type CopiedTable, hasTables, listTables } from './tables.ts'

/** Throws CannotStart if the database has tables, or cannot store every text. */
export async function rejectNonEmpty(client: pg.Client): Promise<void> {
  if (await hasTables(client))
    throw new CannotStart('The target is not empty: it has tables. Take a new database, or another DATA_DIR.')
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  if (rows[0]?.server_encoding !== 'UTF8')
    throw new CannotStart(`The target has the encoding ${rows[0]?.server_encoding}: create it with UTF8.`)
}

/**
 * Creates the schema as these migrations leave it, without foreign keys, triggers and rows. Returns
 * the statements that complete it. The role must own the tables; it need not be a superuser.
 */
export async function createSchema(
  client: pg.Client,
  tx: Transaction<Database>,
  applied: readonly AppliedMigration[],
): Promise<readonly string[]> {
  const numbers = new Set(applied.map(({ number }) => number))
  const migrations = knownMigrations.filter(({ number }) => numbers.has(number))
  await migrateIn(tx, migrations, [])
  const completion = [...(await disableTriggers(client)), ...(await dropForeignKeys(client))]
  const tables = await listTables(client)
  // Migrations insert the member System, which is among the copied rows.
  await client.query(`truncate ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
  return completion
}

/** Triggers count what the copied rows count already. */
async function disableTriggers(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string }>(`
    select distinct tgrelid::regclass::text as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = current_schema()::regnamespace order by 1`)
  for (const { table } of rows) await client.query(`alter table ${table} disable trigger user`)
  return rows.map(({ table }) => `alter table ${table} enable trigger user`)
}

/** Adding a foreign key checks all rows by one join, in any table order. */
async function dropForeignKeys(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace order by 1, 2`)
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}

/**
 * Inserts a table's rows, reads them back, and compares. Throws CannotStart if the target returns
 * other rows than it was sent.
 */
export async function fillTable(client: pg.Client, table: CopiedTable, source: Readable): Promise<Copied> {
  const meter = createMeter()
  await pipeline(source, meter, copyIn(client, table))
  const sent = meter.finish()
  const stored = await measure(copyOut(client, table))
  if (isEqual(sent, stored)) return sent
  throw new CannotStart(
    `The target returns other rows of the table ${table.name} than it was sent (${stored.rows} of ${sent.rows}).`,
  )
}

/**
 * Completes the schema, sets the sequences, and runs the migrations that the source did not have.
 */
export async function completeSchema(
  client: pg.Client,
  tx: Transaction<Database>,
  completion: readonly string[],
  sequences: readonly SequenceState[],
): Promise<readonly number[]> {
  await setSequences(client, sequences)
  for (const statement of completion) await client.query(statement)
  return migrateIn(tx)
}
