import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { fromMicros, selectMicros } from '#server/db/timed-id.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockListens } from '../catalogue/lock.ts'
import { addListens } from '../listens/add-listens.ts'
import { deleteListens } from '../listens/delete-listens.ts'
import { isSource, SOURCE_NUMBERS, toSource } from '../listens/sources.ts'

const BATCH = 5000

interface PairChange {
  readonly keptSource: string
  readonly source: string
  readonly isRemoved: boolean
}

/**
 * Lets the job remove the doubles between two sources, or bring them back. Throws a Refusal 400 for
 * unknown ones.
 */
export async function requestDoubles(
  tx: Tx,
  memberId: number,
  { keptSource, source, isRemoved }: PairChange,
): Promise<void> {
  if (!isSource(keptSource) || !isSource(source)) throw new Refusal(400, 'There is no such source.')
  await sql`insert into listen_double_pairs (member_id, kept_source, source, is_removed, is_busy)
    values (${memberId}, ${SOURCE_NUMBERS[keptSource]}, ${SOURCE_NUMBERS[source]}, ${isRemoved}, true)
    on conflict (member_id, kept_source, source) do update
      set is_removed = excluded.is_removed, is_busy = true`.execute(tx)
}

interface Pair {
  readonly memberId: number
  readonly keptSource: number
  readonly source: number
  readonly isRemoved: boolean
}

/** A double with its place among the listens, if it is one. */
interface Row {
  readonly micros: number
  /** The stored one, which may have been merged. */
  readonly trackId: number
  readonly mainId: number
  /** The track that the listen was before merges, or the main one. */
  readonly formerId: number
  readonly keptMicros: number
  readonly keptTrack: number
  readonly detailsId: number | null
  readonly lengthMs: number
  readonly isStored: boolean
}

/** Removes or brings back some doubles. Returns whether there may be more. */
export async function changeNextDoubles(tx: Tx): Promise<boolean> {
  const { rows: pairs } = await sql<Pair>`
    select member_id as "memberId", kept_source as "keptSource", source, is_removed as "isRemoved"
    from listen_double_pairs where is_busy order by random() limit 1 for update skip locked`.execute(tx)
  const [pair] = pairs
  if (pair === undefined) return false
  await lockListens(tx, pair.memberId)
  const rows = await listRows(tx, pair)
  if (rows.length === 0)
    await sql`update listen_double_pairs set is_busy = false where member_id = ${pair.memberId}
      and kept_source = ${pair.keptSource} and source = ${pair.source}`.execute(tx)
  else if (pair.isRemoved) await remove(tx, pair, rows)
  else await bringBack(tx, pair, rows)
  return true
}

async function listRows(tx: Tx, { memberId, keptSource, source, isRemoved }: Pair): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    with wrong as materialized (
      select * from listen_doubles where member_id = ${memberId} and kept_source = ${keptSource} and source = ${source}
        and (removed_at is null) = ${isRemoved} order by listened_at limit ${BATCH})
    select ${selectMicros('wrong.listened_at')} as micros, wrong.track_id as "trackId", tracks.id as "mainId",
      coalesce(listens.merged_from, tracks.id) as "formerId",
      ${selectMicros('kept_at')} as "keptMicros", kept_track as "keptTrack",
      coalesce(listens.details_id, wrong.details_id) as "detailsId", coalesce(duration_ms, 0) as "lengthMs",
      listens.member_id is not null as "isStored"
    from wrong join tracks as named on named.id = wrong.track_id
      join tracks on tracks.id = coalesce(named.merged_into, named.id)
      left join listens on listens.member_id = ${memberId} and listens.listened_at = wrong.listened_at
        and listens.track_id = tracks.id and listens.source = ${source}
      left join listen_details on listen_details.id = coalesce(listens.details_id, wrong.details_id)`.execute(tx)
  return rows
}

/**
 * Deletes the listens and adds them again: they are the same plays as others now, as they will be
 * when their file is sent again. One without its other record is stored again.
 */
async function remove(tx: Tx, { memberId, keptSource, source }: Pair, rows: readonly Row[]): Promise<void> {
  const stored = rows.filter(({ isStored }) => isStored)
  await deleteListens(tx, memberId, { listens: stored.map(({ micros, mainId }) => ({ micros, trackId: mainId })) })
  await sql`delete from listen_doubles where member_id = ${memberId} and removed_at is null and (listened_at, track_id) in (
    select ${fromMicros(sql`micros`)}, id from unnest(${rows.map(({ micros }) => micros)}::bigint[],
      ${rows.map(({ trackId }) => trackId)}::bigint[]) as single (micros, id))`.execute(tx)
  await addListens(tx, toListens(memberId, stored), toSource(source))
  const list = (read: (row: Row) => number | null) => sql`${stored.map(read)}`
  await sql`insert into listen_doubles
      (member_id, listened_at, track_id, source, kept_at, kept_track, kept_source, details_id, removed_at)
    select ${memberId}::bigint, ${fromMicros(sql`micros`)}, former_id, ${source}::smallint, ${fromMicros(sql`kept_micros`)},
      kept_track, ${keptSource}::smallint, removed.details_id, now()
    from unnest(${list(({ micros }) => micros)}::bigint[], ${list(({ mainId }) => mainId)}::bigint[],
      ${list(({ formerId }) => formerId)}::bigint[],
      ${list(({ keptMicros }) => keptMicros)}::bigint[], ${list(({ keptTrack }) => keptTrack)}::bigint[],
      ${list(({ detailsId }) => detailsId)}::integer[]) as removed (micros, id, former_id, kept_micros, kept_track, details_id)
    where not exists (select from listens where listens.member_id = ${memberId}
      and listened_at = ${fromMicros(sql`micros`)} and listens.track_id = removed.id)
    on conflict (member_id, listened_at, track_id) do update
      set removed_at = now(), details_id = excluded.details_id`.execute(tx)
}

/**
 * Adds removed listens again. Those of a merged track are separated with it. If another record of the
 * track has the second by now, the listen is not stored, and no double any more.
 */
async function bringBack(tx: Tx, { memberId, source }: Pair, rows: readonly Row[]): Promise<void> {
  await addListens(tx, toListens(memberId, rows), toSource(source), { isMatched: false })
  const list = (read: (row: Row) => number) => sql`${rows.map(read)}::bigint[]`
  await sql`with sent as materialized (
      select ${fromMicros(sql`micros`)} as listened_at, track_id, main_id from unnest(${list(({ micros }) => micros)},
        ${list(({ trackId }) => trackId)}, ${list(({ mainId }) => mainId)}) as sent (micros, track_id, main_id)),
    stored as (
      update listens set merged_from = nullif(sent.track_id, main_id) from sent
      where listens.member_id = ${memberId} and listens.listened_at = sent.listened_at and listens.track_id = main_id
        and source = ${source} returning listens.listened_at, sent.track_id),
    returned as (
      update listen_doubles as double set removed_at = null from stored where double.member_id = ${memberId}
        and double.listened_at = stored.listened_at and double.track_id = stored.track_id)
    delete from listen_doubles where member_id = ${memberId}
      and (listened_at, track_id) in (select listened_at, track_id from sent)
      and (listened_at, track_id) not in (select listened_at, track_id from stored)`.execute(tx)
}

const toListens = (memberId: number, rows: readonly Row[]) =>
  rows.map(({ micros, mainId, detailsId, lengthMs }) => ({
    memberId,
    trackId: mainId,
    listenedAt: micros / 1000,
    detailsId,
    lengthMs,
  }))
