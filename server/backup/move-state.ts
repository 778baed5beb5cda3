import type pg from 'pg'
import * as v from 'valibot'
import { CannotStart } from '#server/config/config.ts'
import { MOVE_TABLE } from '#server/db/migrate.ts'
import type { Copied } from './copy.ts'
import type { AppliedMigration } from './manifest.ts'

/** What a move must remember in its target until it is complete. */
export interface MoveState {
  readonly migrations: readonly AppliedMigration[]
  readonly completion: readonly string[]
}

const SCHEMA_KEY = 'schema'
const toKey = (table: string): string => `table ${table}`

const State = v.object({
  migrations: v.array(v.object({ number: v.number(), name: v.string() })),
  completion: v.array(v.string()),
})
const Measures = v.object({ rows: v.number(), bytes: v.number(), sha256: v.string() })

/** Creates an unfinished move's table. Returns the state. */
export async function saveState(client: pg.Client, state: MoveState): Promise<MoveState> {
  await client.query(`create table ${MOVE_TABLE} (key text primary key, value jsonb not null)`)
  await save(client, SCHEMA_KEY, state)
  return state
}

/** Returns an interrupted move's state. Throws CannotStart if it had another schema. */
export async function findBegun(client: pg.Client, migrations: readonly AppliedMigration[]): Promise<MoveState> {
  const state = v.parse(State, await read(client, SCHEMA_KEY))
  const toNumbers = (list: readonly AppliedMigration[]) => list.map(({ number }) => number).join()
  if (toNumbers(state.migrations) === toNumbers(migrations)) return state
  throw new CannotStart(
    'The target contains a part of a move from another version: delete the database, and begin again.',
  )
}

/** Returns the measures for a table that was copied by this or an interrupted move. */
export async function readCopied(client: pg.Client, table: string): Promise<Copied | undefined> {
  return v.parse(v.optional(Measures), await read(client, toKey(table)))
}

export const saveCopied = (client: pg.Client, table: string, copied: Copied): Promise<void> =>
  save(client, toKey(table), copied)

async function save(client: pg.Client, key: string, value: object): Promise<void> {
  const statement = `insert into ${MOVE_TABLE} values ($1, $2) on conflict (key) do update set value = excluded.value`
  await client.query(statement, [key, JSON.stringify(value)])
}

async function read(client: pg.Client, key: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select value from ${MOVE_TABLE} where key = $1`, [key])
  return rows[0]?.value
}
