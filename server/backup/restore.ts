import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { lockMigrations } from '#server/db/migrate.ts'
import type { SingleConnection } from '#server/db/single-connection.ts'
import type { ArchiveReader } from './archive-reader.ts'
import { settleTransaction } from './copy.ts'
import type { TableEntry } from './manifest.ts'
import { SKIPPED } from './sequences.ts'
import { rejectUnknown } from './snapshot.ts'
import { type CopiedTable, listTables } from './tables.ts'
import { completeSchema, createSchema, fillTable, rejectNonEmpty } from './target.ts'

export interface Restored {
  readonly tables: number
  readonly rows: number
  /** Migrations that ran after the rows were inserted: the archive is from an earlier version. */
  readonly migrated: readonly number[]
  /** Archive tables that the schema does not have: another program's. */
  readonly skipped: readonly string[]
}

/**
 * Creates the archive's schema in an empty database, inserts the rows, and brings the schema up to
 * date, in one transaction. Every table is counted, hashed and read back. Throws CannotStart; then
 * the database is as empty as before.
 */
export async function restore({ client, db }: SingleConnection, archive: ArchiveReader): Promise<Restored> {
  const { manifest } = archive
  rejectUnknown(manifest.migrations, 'The backup')
  const restored = await db.transaction().execute(async (tx) => {
    await lockMigrations(tx)
    await rejectNonEmpty(client)
    await settleTransaction(client)
    const completion = await createSchema(client, tx, manifest.migrations)
    const { matched, skipped } = matchTables(manifest.tables, manifest.excluded, await listTables(client))
    for (const { entry, table } of matched)
      archive.verify(entry, await fillTable(client, table, await archive.openTable(entry)))
    const migrated = await completeSchema(client, tx, completion, manifest.sequences)
    await skipVersions(client)
    const rows = matched.reduce((sum, { entry }) => sum + entry.rows, 0)
    return { tables: matched.length, rows, migrated, skipped }
  })
  await refreshStatistics(client)
  return restored
}

/** Responses from the time after the backup have these versions as ETags. */
async function skipVersions(client: pg.Client): Promise<void> {
  await client.query(`update conversations set version = version + ${SKIPPED}`)
}

interface Matched {
  readonly entry: TableEntry
  readonly table: CopiedTable
}

function matchTables(
  entries: readonly TableEntry[],
  excluded: Readonly<Record<string, string>>,
  tables: readonly CopiedTable[],
): { matched: readonly Matched[]; skipped: readonly string[] } {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const matched = tables.flatMap((table) => {
    const entry = byName.get(table.name)
    if (entry !== undefined) return [{ entry, table: { ...table, columns: entry.columns } }]
    if (Object.hasOwn(excluded, table.name)) return []
    throw new CannotStart(`The backup lacks the table ${table.name}.`)
  })
  const known = new Set(tables.map(({ name }) => name))
  return { matched, skipped: entries.map(({ name }) => name).filter((name) => !known.has(name)) }
}

/** Without statistics, the first queries would read whole tables. */
async function refreshStatistics(client: pg.Client): Promise<void> {
  const tables = await listTables(client)
  await client.query(`analyze ${tables.map(({ name }) => pg.escapeIdentifier(name)).join(', ')}`)
}
