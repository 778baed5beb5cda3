import pg from 'pg'
import { JOB_TABLE, WAITING_JOBS } from '#server/db/job-schema.ts'

export interface CopiedTable {
  readonly name: string
  /** Its columns in table order, without generated ones. */
  readonly columns: readonly string[]
  /** The copy's `order by` list: the primary key, or the whole row. Text sorts by code point. */
  readonly order: string
  /** The rows to copy: the table as an SQL expression, or a query in parentheses. */
  readonly source: string
}

/** Tables that are not copied, with the reason. Their names must not be reused. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  migrations: 'written when the schema is created',
  function_files: 'written when the schema is created',
  rate_limits: 'unlogged: every bucket is full again',
  now_playing: 'unlogged: players report again',
  covers: 'unlogged: fetched again',
  passkey_challenges: 'unlogged: valid for five minutes',
  service_turns: 'unlogged: music services request a pause again',
  sign_in_flows: 'unlogged: a sign-in at the provider is started again',
  pending_sign_ups: 'unlogged: a sign-up by the provider is started again',
}

// Extension tables belong to the database, not to the community.
const TABLES = `
select c.relname as name,
  (select json_agg(a.attname order by a.attnum) from pg_attribute a
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
  (select string_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end, ', '
      order by array_position(i.indkey::int2[], a.attnum))
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::int2[])
    where i.indrelid = c.oid and i.indisprimary) as key
from pg_class c
where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
order by c.relname collate "C"`

/** The table that also gets the queue's waiting jobs in a copy. */
const HELD_JOBS = 'held_jobs'

/**
 * The waiting jobs, apart from the job library's tables: a server adds them to its own version's
 * queue. A job that is running is copied too, since the copy does not run.
 */
const HELD_AND_WAITING = `(select id, queue, key, payload, run_at from ${HELD_JOBS} union all
  select id, name, singleton_key, data, start_after from ${JOB_TABLE} where ${WAITING_JOBS})`

export async function isTable(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [name])
  return rowCount !== 0
}

/** Lists the schema's tables but the excluded ones, by name. */
export async function listTables(client: pg.Client): Promise<readonly CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] | null; key: string | null }>(TABLES)
  const isQueued = await isTable(client, JOB_TABLE)
  return rows
    .filter(({ name }) => !Object.hasOwn(EXCLUDED_TABLES, name))
    .map(({ name, columns, key }) => ({
      name,
      columns: columns ?? [],
      order: key ?? `copied::text collate "C"`,
      source: name === HELD_JOBS && isQueued ? HELD_AND_WAITING : pg.escapeIdentifier(name),
    }))
}

/** Returns whether the schema has any table, excluded ones and the job queue's too. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(TABLES)
  return rowCount !== 0 || (await isTable(client, JOB_TABLE))
}
