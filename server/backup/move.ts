import pg from 'pg'
import { CannotStart } from '#server/config/config.ts'
import { lockMigrations, MOVE_TABLE } from '#server/db/migrate.ts'
import type { SingleConnection } from '#server/db/single-connection.ts'
import { type Copied, copyOut, isEqual, measure, settleTransaction } from './copy.ts'
import { findBegun, type MoveState, readCopied, saveCopied, saveState } from './move-state.ts'
import { refreshStatistics } from './restore.ts'
import { readSequences } from './sequences.ts'
import { inSnapshot, isTable, type Snapshot } from './snapshot.ts'
import { type CopiedTable, listTables } from './tables.ts'
import { completeSchema, createSchema, fillTable, rejectNonEmpty } from './target.ts'

interface Moved {
  readonly tables: number
  readonly rows: number
  /** Tables that an interrupted move had copied before. */
  readonly resumed: number
  readonly migrated: readonly number[]
  /** Tables that the schema does not have: another program's. */
  readonly skipped: readonly string[]
}

/**
 * Copies a community to an empty database, each table in its own transaction. An interrupted move
 * is resumed by a repeated one, which copies tables again if they have changed in the source. Until
 * it is complete, no server starts on the target. The source is not changed. Throws CannotStart if
 * a server uses the source, or the target is not empty.
 */
export async function move(source: SingleConnection, target: SingleConnection): Promise<Moved> {
  await rejectUsed(source.client)
  const moved = await inSnapshot(source.client, async (snapshot) => {
    const { completion } = await begin(target, snapshot)
    const known = new Map((await listTables(target.client)).map((table) => [table.name, table]))
    const tables = snapshot.tables.filter(({ name }) => known.has(name))
    let rows = 0
    let resumed = 0
    for (const table of tables) {
      const inTarget = { ...table, source: known.get(table.name)?.source ?? table.source }
      const { copied, isResumed } = await moveTable(source, target, table, inTarget)
      rows += copied.rows
      resumed += isResumed ? 1 : 0
    }
    const sequences = { states: await readSequences(source.client), skipped: 0 }
    const migrated = await target.db.transaction().execute(async (tx) => {
      await lockMigrations(tx)
      await settleTransaction(target.client)
      await target.client.query(`drop table ${MOVE_TABLE}`)
      return completeSchema(target.client, tx, completion, sequences)
    })
    const skipped = snapshot.tables.map(({ name }) => name).filter((name) => !known.has(name))
    return { tables: tables.length, rows, resumed, migrated, skipped }
  })
  await refreshStatistics(target.client)
  return moved
}

/** Writes after the snapshot would be lost. */
async function rejectUsed(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select from pg_stat_activity
    where datname = current_database() and application_name = 'flipside' and pid <> pg_backend_pid()`)
  if (rowCount !== 0) throw new CannotStart('A server uses the source: stop it before the move.')
}

/** Creates the schema, or finds an interrupted move's. */
const begin = ({ client, db }: SingleConnection, { migrations }: Snapshot): Promise<MoveState> =>
  db.transaction().execute(async (tx) => {
    await lockMigrations(tx)
    await settleTransaction(client)
    if (await isTable(client, MOVE_TABLE)) return findBegun(client, migrations)
    await rejectNonEmpty(client)
    const completion = await createSchema(client, tx, migrations)
    return saveState(client, { migrations, completion })
  })

function moveTable(source: SingleConnection, target: SingleConnection, table: CopiedTable, inTarget: CopiedTable) {
  return target.db.transaction().execute(async (): Promise<{ copied: Copied; isResumed: boolean }> => {
    await settleTransaction(target.client)
    const before = await readCopied(target.client, table.name)
    if (before !== undefined && isEqual(before, await measure(copyOut(source.client, table))))
      return { copied: before, isResumed: true }
    await target.client.query(`truncate ${pg.escapeIdentifier(table.name)}`)
    const copied = await fillTable(target.client, inTarget, copyOut(source.client, table))
    await saveCopied(target.client, table.name, copied)
    return { copied, isResumed: false }
  })
}
