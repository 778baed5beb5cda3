import { expect, test } from 'vitest'
import { takeBackup, withConnection } from '#tests/support/backups.ts'
import { migratedDatabase } from '#tests/support/database.ts'
import { EXCLUDED_TABLES } from './tables.ts'

test('every table is in the backup, or in the list of excluded tables', async () => {
  const address = await migratedDatabase()
  const { manifest } = await takeBackup(address)
  const all = await withConnection(address, ({ client }) =>
    client.query<{ table: string }>(`select relname as table from pg_class join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema')`),
  )
  const covered = [...manifest.tables.map(({ name }) => name), ...Object.keys(EXCLUDED_TABLES)]
  expect(all.rows.map((row) => row.table).toSorted()).toEqual(covered.toSorted())
  expect(manifest.tables.length).toBeGreaterThan(40)
})

test('the excluded tables are the unlogged ones, and those that creating the schema writes', async () => {
  const { rows } = await withConnection(await migratedDatabase(), ({ client }) =>
    client.query<{ table: string }>(`select relname as table from pg_class
      where relkind = 'r' and relpersistence = 'u' and relnamespace = current_schema()::regnamespace`),
  )
  const unlogged = rows.map((row) => row.table)
  expect(Object.keys(EXCLUDED_TABLES).toSorted()).toEqual([...unlogged, 'migrations', 'function_files'].toSorted())
})

test('every table of the backup has a primary key, which orders its rows', async () => {
  const address = await migratedDatabase()
  const { manifest } = await takeBackup(address)
  const { rows } = await withConnection(address, ({ client }) =>
    client.query<{ table: string }>(`select conrelid::regclass::text as table from pg_constraint where contype = 'p'`),
  )
  const keyed = new Set(rows.map((row) => row.table))
  expect(manifest.tables.map(({ name }) => name).filter((name) => !keyed.has(name))).toEqual([])
})
