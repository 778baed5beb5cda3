/**
 * `npm run bench -- sizes --members 5000`: prints rows and bytes per member and per row of the
 * largest tables of a synthetic community, with indexes.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { seedCommunity } from './load/community.ts'
import { startDatabases } from './load/databases.ts'

const { values } = parseArgs({ options: { members: { type: 'string', default: '5000' } } })
const TABLES_MAX = 12

const databases = await startDatabases()
try {
  const db = await databases.create('sizes')
  const members = Number(values.members)
  await seedCommunity(db, { members, artistsEach: 50, seed: 1 }, new Date())
  const { rows } = await sql<{ name: string; rows: number; bytes: number; indexBytes: number }>`
    select relname as name, greatest(reltuples, 0)::bigint as rows, pg_total_relation_size(oid) as bytes,
      pg_indexes_size(oid) as "indexBytes"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by bytes desc limit ${TABLES_MAX}`.execute(db)
  console.log('| Table | Rows per member | Bytes per row | of it indexes | Bytes per member |\n|---|---|---|---|---|')
  for (const table of rows) {
    const [perRow, indexes] = [table.bytes, table.indexBytes].map((bytes) => (bytes / table.rows).toFixed(0))
    const each = [(table.rows / members).toFixed(1), perRow, indexes, (table.bytes / members).toFixed(0)]
    console.log(`| ${table.name} | ${each.join(' | ')} |`)
  }
} finally {
  await databases.stop()
}
