import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { deleteListens } from '#server/listening/listens/delete-listens.ts'
import { type ListenKey, selectListenMicros } from '#server/listening/listens/listen-id.ts'
import { fromRecorded, toRecorded } from '#server/listening/listens/record-import.ts'

/** Approximate listens per run: those in one second are deleted together. */
const BATCH = 5000
/** Records for older imports are deleted: the screen lists this many. */
const RECORDED_IMPORTS = 20

/**
 * Lets the job undo an import. Repeats do nothing. Throws a Refusal 404 if there is none, and 409
 * if it runs, or nothing is recorded for it.
 */
export async function requestUndo(tx: Tx, memberId: number, id: number): Promise<void> {
  const { rows } = await sql<{ status: string; undo: string | null; isRecorded: boolean }>`
    select status, undo, exists (select from import_listens where import_id = imports.id and is_added) as "isRecorded"
    from imports where id = ${id} and member_id = ${memberId} for update`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Refusal(404, 'There is no such import.')
  if (found.undo !== null) return
  if (found.status === 'running') throw new Refusal(409, 'The import is running. Stop it first.')
  if (!found.isRecorded) throw new Refusal(409, 'It is not known any more what this import added.')
  await sql`update imports set undo = 'running' where id = ${id}`.execute(tx)
}

/** Undoes a batch from an import. Returns whether there may be more. */
export async function undoNextBatch(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ id: number; memberId: number }>`
    select id, member_id as "memberId" from imports where undo = 'running'
    order by random() limit 1 for update skip locked`.execute(tx)
  const [undone] = rows
  if (undone === undefined) return false
  await lockListens(tx, undone.memberId)
  const batch = await findBatch(tx, undone.id)
  if (batch === undefined) {
    await sql`delete from import_listens where import_id = ${undone.id}`.execute(tx)
    await sql`update imports set undo = 'done' where id = ${undone.id}`.execute(tx)
    return true
  }
  const listens = await listUnconfirmed(tx, undone, batch)
  const deleted = listens.length === 0 ? 0 : await deleteListens(tx, undone.memberId, { listens })
  await sql`update import_listens set times = ${selectTimes(sql`at > ${batch.last}`)}, first_at = ${batch.last}
    where id = ${batch.id}`.execute(tx)
  await sql`delete from import_listens where id = ${batch.id} and times = '{}'`.execute(tx)
  await sql`update imports set undo_examined = undo_examined + ${batch.listens}, undo_deleted = undo_deleted + ${deleted}
    where id = ${undone.id}`.execute(tx)
  return true
}

/** The recorded times in a row up to one, inclusive. */
interface UndoBatch {
  readonly id: number
  readonly last: number
  readonly listens: number
}

const selectTimes = (where: RawBuilder<unknown>) =>
  sql`array(select at from unnest(times) as at where ${where} order by at)`

async function findBatch(tx: Tx, importId: number): Promise<UndoBatch | undefined> {
  const { rows } = await sql<UndoBatch>`
    select id, last, cardinality(${selectTimes(sql`at <= last`)}) as listens
    from import_listens cross join lateral (select times[least(${BATCH}, cardinality(times))] as last) as cut
    where import_id = ${importId} and is_added order by id limit 1`.execute(tx)
  return rows[0]
}

/**
 * Returns the stored listens in a batch, without those that a later import had, too, and those that
 * were preferred to a removed double. A second with more listens than the batch has, from another
 * import, stays. Counts both sides in one pass: the planner, which cannot know their lengths, might
 * compare each entry on one side with each on the other.
 */
async function listUnconfirmed(
  tx: Tx,
  { id, memberId }: { readonly id: number; readonly memberId: number },
  { id: rowId, last }: UndoBatch,
): Promise<readonly ListenKey[]> {
  const { rows } = await sql<ListenKey>`
    with batch as materialized (
      select source, first_at, ${last}::integer as last_at, ${selectTimes(sql`at <= ${last}`)} as times
      from import_listens where id = ${rowId}),
    confirmed as materialized (
      select at from batch join imports on imports.member_id = ${memberId} and imports.id > ${id} and undo is null
        join import_listens as later on later.import_id = imports.id and later.source = batch.source
          and later.first_at <= batch.last_at and later.last_at >= batch.first_at, unnest(later.times) as at),
    both_sides as (
      select at, 1 as is_added, null::timestamptz as listened_at, null::bigint as track_id from batch, unnest(times) as at
      union all
      select ${toRecorded(sql`listens.listened_at`)}, 0, listens.listened_at, listens.track_id
        from batch join listens on listens.member_id = ${memberId} and listens.source = batch.source
          and listens.listened_at between ${fromRecorded(sql`first_at`)} and ${fromRecorded(sql`last_at`)}),
    counted as (
      select *, sum(is_added) over (partition by at) as added, sum(1 - is_added) over (partition by at) as stored
      from both_sides)
    select ${selectListenMicros} as micros, track_id as "trackId" from counted
    where is_added = 0 and stored <= added and at not in (select at from confirmed)
      and not exists (select from listen_doubles where member_id = ${memberId} and removed_at is not null
        and kept_at = counted.listened_at and kept_source = (select source from batch))`.execute(tx)
  return rows
}

/** Deletes the records for imports that the screen no longer lists. */
export async function deleteOldRecords(db: Db, memberId: number): Promise<void> {
  await sql`delete from import_listens where import_id in (
    select id from imports where member_id = ${memberId} order by id desc offset ${RECORDED_IMPORTS})`.execute(db)
}
