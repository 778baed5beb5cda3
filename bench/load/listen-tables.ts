import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** A listen table under test: `listens` as it is, or partitioned. */
export interface ListenTable {
  readonly name: string
  readonly title: string
  readonly rows: number
  readonly members: number
}

export interface ListenTableSizes {
  readonly rows: number
  readonly listensEach: number
}

/** The years that the partitions cover. The span ends with the current quarter. */
export const YEARS = 4
export const HASH_PARTITIONS = 16
/** The small table's share of the rows; growth is measured against it. */
export const SMALL_SHARE = 0.1
const QUARTERS = YEARS * 4
const TRACKS = 200_000
/** Rows per statement. */
const CHUNK = 2_000_000
const KEY = 'primary key (member_id, listened_at, track_id)'

/** The last partition's end. */
const END = sql`(date_trunc('quarter', now(), 'UTC') + interval '3 months')`
/** The oldest listen's time; the newest are current. */
const START = sql`(${END} - make_interval(years => ${sql.lit(YEARS)}))`

/**
 * Creates and fills four tables with the `listens` columns: a tenth of the rows, all rows, and all
 * rows in partitions by member hash and by quarter. Listens are in time order, as they arrive, for
 * members in random order.
 */
export async function createListenTables(
  db: Db,
  { rows, listensEach }: ListenTableSizes,
  print: (sentence: string) => void,
): Promise<readonly ListenTable[]> {
  const few = Math.round(rows * SMALL_SHARE)
  const tables = [
    { name: 'plain_small', title: `not partitioned, ${format(few)} rows`, rows: few },
    { name: 'plain', title: 'not partitioned', rows },
    { name: 'by_member', title: `${HASH_PARTITIONS} partitions by member`, rows },
    { name: 'by_quarter', title: `${QUARTERS} partitions by quarter`, rows },
  ].map((table) => ({ ...table, members: Math.max(1, Math.round(table.rows / listensEach)) }))
  await createEmpty(db)
  for (const table of tables) {
    const startedAt = performance.now()
    await fill(db, table)
    const loadedAt = performance.now()
    await sql.raw(`alter table ${table.name} add ${KEY}`).execute(db)
    await sql.raw(`vacuum (freeze, analyze) ${table.name}`).execute(db)
    const [load, index] = [loadedAt - startedAt, performance.now() - loadedAt].map((ms) => (ms / 1000).toFixed(0))
    print(`${table.title}: ${format(table.rows)} rows loaded in ${load} s, indexed in ${index} s`)
  }
  return tables
}

export const format = (count: number): string => count.toLocaleString('en')

async function createEmpty(db: Db): Promise<void> {
  for (const name of ['plain_small', 'plain']) await create(db, name, '')
  await create(db, 'by_member', 'partition by hash (member_id)')
  for (let part = 0; part < HASH_PARTITIONS; part++)
    await sql
      .raw(`create table by_member_${part} partition of by_member
        for values with (modulus ${HASH_PARTITIONS}, remainder ${part})`)
      .execute(db)
  await create(db, 'by_quarter', 'partition by range (listened_at)')
  for (let quarter = 0; quarter < QUARTERS; quarter++) {
    const { rows } = await sql<{ first: Date; beyond: Date }>`select ${quarterAt(quarter)} as first,
      ${quarterAt(quarter + 1)} as beyond`.execute(db)
    const [first, beyond] = [rows[0]?.first.toISOString(), rows[0]?.beyond.toISOString()]
    await sql
      .raw(`create table by_quarter_${quarter} partition of by_quarter for values from ('${first}') to ('${beyond}')`)
      .execute(db)
  }
}

const quarterAt = (quarter: number): RawBuilder<Date> =>
  sql<Date>`(${START} at time zone 'UTC' + make_interval(months => 3 * ${quarter}::integer)) at time zone 'UTC'`

const create = (db: Db, name: string, partitioning: string) =>
  sql
    .raw(`create table ${name} (member_id bigint not null, listened_at timestamptz not null,
      track_id bigint not null, source smallint not null default 0) ${partitioning}`)
    .execute(db)

async function fill(db: Db, { name, rows, members }: ListenTable): Promise<void> {
  for (let from = 0; from < rows; from += CHUNK) {
    const until = Math.min(rows, from + CHUNK)
    await sql`insert into ${sql.table(name)} (member_id, listened_at, track_id)
      select ${memberAt(sql`n`, members)}, ${START} + (now() - ${START}) * (n / ${rows}::float8),
        ${trackAt(sql`n`)}
      from generate_series(${from}::bigint, ${until}::bigint - 1) as n`.execute(db)
  }
}

/** Returns the member for the listen with number `at`: any, with equal probability. */
export const memberAt = (at: RawBuilder<unknown>, members: number): RawBuilder<number> =>
  sql<number>`1 + abs(hashint8(${at})::bigint) % ${members}::bigint`

/** Returns the track for the listen with number `at`: few tracks have most listens. */
export const trackAt = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`1 + floor(${sql.lit(TRACKS)} * (abs(hashint8(${at} * 31 + 7)::bigint) / 2147483648.0) ^ 3)::bigint`
