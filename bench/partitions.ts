/**
 * `npm run bench -- partitions --rows 30000000`: compares `listens` as it is with partitions by
 * member and by quarter, in a throwaway database without fsync: inserts with deduplication, reads,
 * deletion of a member, copy of a partition, sizes and vacuum. `--each` is the number of listens
 * per member. docs/growth.md has the figures.
 */
import { parseArgs } from 'node:util'
import { startDatabases } from './load/databases.ts'
import { type ListenTableFigures, measureListenTables, readSkew } from './load/listen-operations.ts'
import { createListenTables, format } from './load/listen-tables.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '30000000' }, each: { type: 'string', default: '1000' } },
})

const startedAt = performance.now()
const databases = await startDatabases()
try {
  const db = await databases.create('listens')
  const sizes = { rows: Number(values.rows), listensEach: Number(values.each) }
  const tables = await createListenTables(db, sizes, (sentence) => console.log(sentence))
  print(await measureListenTables(db, tables))
  const { fullest, emptiest } = await readSkew(db)
  console.log(`\nFullest and emptiest partition by member: ${format(fullest)} and ${format(emptiest)} rows`)
} finally {
  await databases.stop()
}
console.log(`Duration: ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`)

function print(all: readonly ListenTableFigures[]): void {
  const row = (name: string, show: (figures: ListenTableFigures) => string) =>
    console.log(`| ${name} | ${all.map(show).join(' | ')} |`)
  const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
  const perRow = (bytes: number, { table }: ListenTableFigures) => `${(bytes / table.rows).toFixed(0)} bytes`
  console.log('')
  row('', ({ table }) => table.title)
  console.log(`|---|${all.map(() => '---|').join('')}`)
  row('Rows, members', ({ table }) => `${format(table.rows)}, ${format(table.members)}`)
  row('Inserts with deduplication, batches of 1,000 members', (it) => `${format(Math.round(it.insertsPerSecond))}/s`)
  row('Import batch: 20,000 listens of one member', (it) => ms(it.importMs))
  row('Latest 50 listens of a member', (it) => ms(it.recentMs))
  row('of it planning', (it) => ms(it.planningMs))
  row("Plays per track of a member's last 30 days", (it) => ms(it.monthMs))
  row('All listens of a member', (it) => ms(it.exportMs))
  row('Deletion of a member', (it) => ms(it.deleteMs))
  row('Table, per row', (it) => perRow(it.tableBytes, it))
  row('Index, per row', (it) => perRow(it.indexBytes, it))
  row('Vacuum after the deletions', (it) => ms(it.vacuumMs))
  row('Copy of a partition, or of the table', (it) => `${ms(it.copyMs)} for ${format(it.copiedRows)} rows`)
}
