import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { HASH_PARTITIONS, type ListenTable, memberAt, trackAt } from './listen-tables.ts'
import { measureMs, median } from './measure.ts'

/** One table's figures; durations are medians in ms. */
export interface ListenTableFigures {
  readonly table: ListenTable
  readonly insertsPerSecond: number
  readonly recentMs: number
  readonly monthMs: number
  readonly importMs: number
  readonly exportMs: number
  readonly deleteMs: number
  /** For the statement that reads recent listens. */
  readonly planningMs: number
  readonly tableBytes: number
  readonly indexBytes: number
  readonly vacuumMs: number
  /** How long copying one partition, or the table, takes. */
  readonly copyMs: number
  readonly copiedRows: number
}

/** The number of listens per aggregator batch, from different members. */
const BATCH = 1_000
/** The number of listens per import batch, from one member. */
const IMPORT_BATCH = 20_000
const ROUNDS = 30
const DELETED_MEMBERS = 20

/**
 * Measures what the server does with listens in each table. Tables take turns, so that load on the
 * machine affects all alike.
 */
export async function measureListenTables(db: Db, tables: readonly ListenTable[]): Promise<ListenTableFigures[]> {
  const sizes = new Map<ListenTable, Size>()
  for (const table of tables) sizes.set(table, await readSize(db, table.name))
  const times = new Map(tables.map((table) => [table, createTimes()]))
  for (let round = -1; round < ROUNDS; round++)
    for (const [table, lists] of times)
      for (const [name, list] of Object.entries(lists)) {
        const { operation, rounds } = OPERATIONS[name as OperationName]
        if (round >= rounds) continue
        const ms = await measureMs(() => operation(db, table, round + 2))
        // The first round fills the caches.
        if (round >= 0) list.push(ms)
      }
  const figures: ListenTableFigures[] = []
  for (const [table, lists] of times) figures.push(await complete(db, table, lists, sizes.get(table) ?? NO_SIZE))
  return figures
}

async function complete(db: Db, table: ListenTable, lists: Times, size: Size): Promise<ListenTableFigures> {
  const planningMs = await readPlanningMs(db, table)
  const part = PARTS[table.name] ?? table.name
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(part)}`.execute(db)
  const copyMs = await measureMs(() => sql.raw(`copy ${part} to '/dev/null'`).execute(db))
  return {
    table,
    insertsPerSecond: (1000 * BATCH) / median(lists.insert),
    recentMs: median(lists.recent),
    monthMs: median(lists.month),
    importMs: median(lists.import),
    exportMs: median(lists.export),
    deleteMs: median(lists.delete),
    planningMs,
    ...size,
    vacuumMs: await measureMs(() => sql.raw(`vacuum ${table.name}`).execute(db)),
    copyMs,
    copiedRows: rows[0]?.rows ?? 0,
  }
}

/** The partition that is copied: one of equal ones. */
const PARTS: Readonly<Record<string, string>> = { by_member: 'by_member_3', by_quarter: 'by_quarter_3' }

type Operation = (db: Db, table: ListenTable, round: number) => Promise<unknown>

/** A batch of current scrobbles, as `addListens` inserts it: without those already stored. */
const insertBatch: Operation = (db, table, round) =>
  insertFresh(
    db,
    table,
    sql`
    select ${memberAt(sql`n * 7919`, table.members)} as member_id, now() + (n % 100000) * interval '1 ms' as listened_at,
      ${trackAt(sql`n`)} as track_id
    from generate_series(${round * BATCH}::bigint, ${(round + 1) * BATCH}::bigint - 1) as n`,
  )

/** An import batch: one member's listens over all years. */
const importBatch: Operation = (db, table, round) =>
  insertFresh(
    db,
    table,
    sql`
    select ${pickMember(table, 1000 + round)}::bigint as member_id,
      now() - (n * 5900 + ${round}::integer) * interval '1 s' as listened_at, ${trackAt(sql`n`)} as track_id
    from generate_series(1, ${IMPORT_BATCH}::bigint) as n`,
  )

const insertFresh = (db: Db, { name }: ListenTable, given: ReturnType<typeof sql>) =>
  sql`with given as materialized (${given}),
    fresh as materialized (
      select member_id, track_id, listened_at from given
      where (select true from ${sql.table(name)} as same where same.member_id = given.member_id
          and same.listened_at = given.listened_at and same.track_id = given.track_id limit 1) is null
        and (select true from ${sql.table(name)} as other where other.member_id = given.member_id and other.source <> 0
          and other.track_id = given.track_id and other.listened_at
            between given.listened_at - interval '60 s' and given.listened_at + interval '60 s' limit 1) is null)
    insert into ${sql.table(name)} (member_id, listened_at, track_id)
    select member_id, listened_at, track_id from fresh order by member_id, listened_at, track_id
    on conflict do nothing`.execute(db)

/** A member's latest 50 listens, as players and screens read them. */
const readRecent: Operation = (db, table, round) =>
  sql`select listened_at, track_id from ${sql.table(table.name)} where member_id = ${pickMember(table, round)}
    order by listened_at desc, track_id desc limit 50`.execute(db)

/** The plays per track in a member's last 30 days. */
const readMonth: Operation = (db, table, round) =>
  sql`select track_id, count(*) from ${sql.table(table.name)} where member_id = ${pickMember(table, round)}
    and listened_at >= now() - interval '30 days' group by track_id order by count(*) desc limit 50`.execute(db)

const exportMember: Operation = (db, table, round) =>
  sql`select listened_at, track_id, source from ${sql.table(table.name)} where member_id = ${pickMember(table, round)}
    order by listened_at`.execute(db)

const deleteMember: Operation = (db, table, round) =>
  sql`delete from ${sql.table(table.name)} where member_id = ${table.members - round}`.execute(db)

/** Returns a member, by a step that reaches all of them. */
const pickMember = ({ members }: ListenTable, round: number) => 1 + ((round * 104_729) % Math.max(1, members - 100))

const OPERATIONS = {
  insert: { operation: insertBatch, rounds: ROUNDS },
  recent: { operation: readRecent, rounds: ROUNDS },
  month: { operation: readMonth, rounds: ROUNDS },
  import: { operation: importBatch, rounds: 5 },
  export: { operation: exportMember, rounds: ROUNDS },
  delete: { operation: deleteMember, rounds: DELETED_MEMBERS },
} as const satisfies Readonly<Record<string, { readonly operation: Operation; readonly rounds: number }>>

type OperationName = keyof typeof OPERATIONS
type Times = Readonly<Record<OperationName, number[]>>
const createTimes = (): Times => ({ insert: [], recent: [], month: [], import: [], export: [], delete: [] })

interface Size {
  readonly tableBytes: number
  readonly indexBytes: number
}
const NO_SIZE: Size = { tableBytes: 0, indexBytes: 0 }

/** Returns the size as loaded, before the measured operations add rows. */
async function readSize(db: Db, name: string): Promise<Size> {
  const { rows } = await sql<Size>`
    select sum(pg_table_size(relid))::bigint as "tableBytes", sum(pg_indexes_size(relid))::bigint as "indexBytes"
    from (select ${name}::regclass as relid union select relid from pg_partition_tree(${name}::regclass)) as parts`.execute(
    db,
  )
  return rows[0] ?? NO_SIZE
}

async function readPlanningMs(db: Db, table: ListenTable): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } = await sql<{ 'QUERY PLAN': readonly { 'Planning Time': number }[] }>`
      explain (summary, format json) select listened_at, track_id from ${sql.table(table.name)}
      where member_id = ${pickMember(table, round)} order by listened_at desc, track_id desc limit 50`.execute(db)
    times.push(rows[0]?.['QUERY PLAN'][0]?.['Planning Time'] ?? 0)
  }
  return median(times)
}

/** Returns the row counts in the fullest and the emptiest partition by member. */
export async function readSkew(db: Db): Promise<{ fullest: number; emptiest: number }> {
  const counts: number[] = []
  for (let part = 0; part < HASH_PARTITIONS; part++) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows
      from ${sql.table(`by_member_${part}`)}`.execute(db)
    counts.push(rows[0]?.rows ?? 0)
  }
  return { fullest: Math.max(...counts), emptiest: Math.min(...counts) }
}
