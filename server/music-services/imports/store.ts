import { type RawBuilder, sql } from 'kysely'
import { type Import, type ListenSource, type SkipReason, skipReasons } from '#contract/listening/imports.ts'
import type { Db } from '#server/db/open.ts'
import { SOURCE_NUMBERS, type Source, toSource } from '#server/listening/listens/sources.ts'

/** The counts of an import so far. */
export interface Tally {
  progress: number
  taken: number
  known: number
  readonly skipped: Partial<Record<SkipReason, number>>
}

/**
 * A running import writes a heartbeat every few seconds; after this long without one, its process
 * has died.
 */
const SILENT = '2 minutes'
const SHOWN = 20
const DIED = 'The server was stopped meanwhile. Send the file again: nothing is taken twice.'

export async function insertImport(
  db: Db,
  memberId: number,
  sent: { readonly fileName: string; readonly clientId: string | undefined; readonly note: string },
): Promise<number> {
  const { fileName: file_name, clientId: client_id = null, note } = sent
  const { id } = await db
    .insertInto('imports')
    .values({ member_id: memberId, file_name, client_id, status: 'running', note, ended_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Stores import progress, including a canceled one, since its batches are stored. Returns false if
 * it no longer runs.
 */
export async function updateProgress(db: Db, id: number, { progress, taken, known, skipped }: Tally): Promise<boolean> {
  const row = await db
    .updateTable('imports')
    .set({
      progress,
      taken,
      known,
      skipped: sql<typeof skipped>`${JSON.stringify(skipped)}::jsonb`,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .returning('status')
    .executeTakeFirst()
  return row?.status === 'running'
}

/** Replaces the note of an import. Returns false if it no longer runs. */
export async function noteImport(db: Db, id: number, note: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update imports set note = ${note}, updated_at = clock_timestamp()
    where id = ${id} and status = 'running'`.execute(db)
  return numAffectedRows === 1n
}

/** Stores an import heartbeat. Returns false as `updateProgress` does. */
export async function touchImport(db: Db, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update imports set updated_at = clock_timestamp()
    where id = ${id} and status = 'running'`.execute(db)
  return numAffectedRows === 1n
}

export async function endImport(db: Db, id: number, status: 'done' | 'failed', note: string): Promise<void> {
  await db
    .updateTable('imports')
    .set({ status, note, ended_at: sql<Date>`clock_timestamp()`, ...(status === 'done' ? { progress: 1 } : {}) })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()
}

/** Cancels a member's import; an ended import does not change. */
export async function cancelImport(db: Db, memberId: number, id: number): Promise<void> {
  await db
    .updateTable('imports')
    .set({ status: 'cancelled', note: '', ended_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('status', '=', 'running')
    .execute()
}

/** Marks all running imports as failed; called on start by a server that is the only process. */
export const failRunningImports = (db: Db): Promise<void> => failImports(db, sql`status = 'running'`)

export const findDeadImports = (): RawBuilder<{ id: number }> => sql<{ id: number }>`
  select id from imports where status = 'running' and updated_at < clock_timestamp() - ${SILENT}::interval`

export const failDeadImports = (db: Db): Promise<void> =>
  failImports(db, sql`id in (${findDeadImports()} for update skip locked)`)

async function failImports(db: Db, which: RawBuilder<unknown>): Promise<void> {
  await sql`update imports set status = 'failed', note = ${DIED}, ended_at = clock_timestamp()
    where ${which}`.execute(db)
}

/** Stores that these sources sent listens, even if all of them were already stored. */
export async function touchSources(db: Db, memberId: number, sources: ReadonlySet<Source>): Promise<void> {
  const numbers = [...sources].map((source) => SOURCE_NUMBERS[source])
  await sql`update listen_sources set updated_at = clock_timestamp()
    where member_id = ${memberId} and source = any(${numbers}::smallint[])`.execute(db)
}

/** Returns the skipped record counts in reason order. */
export const toSkipped = (skipped: Tally['skipped']): Import['skipped'] =>
  skipReasons.flatMap((reason) => {
    const records = skipped[reason] ?? 0
    return records === 0 ? [] : [{ reason, records }]
  })

export async function listImports(db: Db, memberId: number, id?: number): Promise<Import[]> {
  const rows = await db
    .selectFrom('imports')
    .select(['id', 'client_id', 'file_name', 'status', 'note', 'progress', 'taken', 'known', 'skipped'])
    .select(['started_at', 'ended_at', 'undo', 'undo_examined', 'undo_deleted'])
    .select(
      sql<boolean>`exists (select from import_listens where import_id = imports.id and is_added)`.as('is_recorded'),
    )
    .where('member_id', '=', memberId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute()
  return rows.map(({ skipped, started_at, ended_at, undo, undo_examined, undo_deleted, is_recorded, ...row }) => ({
    ...row,
    undo: {
      status: undo ?? (is_recorded && row.status !== 'running' ? 'possible' : 'none'),
      progress: Math.min(1, undo_examined / Math.max(1, row.taken)),
      deleted: undo_deleted,
    },
    client_id: row.client_id ?? '',
    skipped: toSkipped(skipped),
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? '',
  }))
}

/** Returns the sources of a member's listens, most recent first. */
export async function listSources(db: Db, memberId: number): Promise<ListenSource[]> {
  const rows = await db
    .selectFrom('listen_sources')
    .select(['source', 'listens', 'updated_at', 'deleting'])
    .where('member_id', '=', memberId)
    .where('listens', '>', 0)
    .orderBy('updated_at', 'desc')
    .execute()
  return rows.map((row) => ({
    source: toSource(row.source),
    listens: row.listens,
    updated_at: row.updated_at.toISOString(),
    ...(row.deleting !== null && { deleting: Math.max(0, 1 - row.listens / row.deleting) }),
  }))
}

/** Returns when a member's first and last listens started; null without listens. */
export async function findSpan(db: Db, memberId: number): Promise<{ oldest: Date | null; newest: Date | null }> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`
    select min(listened_at) as oldest, max(listened_at) as newest from listens
      where member_id = ${memberId}`.execute(db)
  return rows[0] ?? { oldest: null, newest: null }
}
