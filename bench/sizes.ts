/**
 * `npm run bench -- sizes --members 2000 --listeners 60 --days 450`: prints rows and bytes per
 * table, with indexes: for `listeners` with listens day by day, and for a community with `members`
 * without single listens.
 */
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { seedCommunity } from './load/community.ts'
import { startDatabases } from './load/databases.ts'
import { seedListeningDays } from './load/listening-days.ts'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '2000' },
    listeners: { type: 'string', default: '60' },
    days: { type: 'string', default: '450' },
  },
})
/** Smaller tables are catalogues with few rows. */
const ROWS_MIN = 1000

const databases = await startDatabases()
try {
  const listening = await databases.create('listening')
  const listeners = Number(values.listeners)
  await seedListeningDays(listening, { members: listeners, days: Number(values.days) }, new Date())
  await print(listening, `${listeners} members, ${values.days} days`, listeners)
  const community = await databases.create('community')
  const members = Number(values.members)
  await seedCommunity(community, { members, artistsEach: 50, seed: 1 }, new Date())
  await print(community, `${members} members`, members)
} finally {
  await databases.stop()
}

async function print(db: Db, title: string, members: number): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number; indexBytes: number }>`
    select relname as name, reltuples::bigint as rows, pg_total_relation_size(oid) as bytes,
      pg_indexes_size(oid) as "indexBytes"
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= ${ROWS_MIN}
    order by bytes desc`.execute(db)
  console.log(`\n${title}\n`)
  console.log('| Table | Rows per member | Bytes per row | of it indexes | Bytes per member |\n|---|---|---|---|---|')
  for (const table of rows) {
    const [perRow, indexes] = [table.bytes, table.indexBytes].map((bytes) => (bytes / table.rows).toFixed(0))
    const each = [(table.rows / members).toFixed(1), perRow, indexes, (table.bytes / members).toFixed(0)]
    console.log(`| ${table.name} | ${each.join(' | ')} |`)
  }
}
