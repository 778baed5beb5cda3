import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockListens } from '../catalogue/lock.ts'
import { toDay } from '../days.ts'
import { type Adding, addListens } from './add-listens.ts'
import { dropChanged } from './corrections.ts'
import type { MemberListen } from './member-listen.ts'
import { recordDropped } from './record-import.ts'
import type { Revisions } from './revisions.ts'
import { countsStoredListens, PERIOD_NUMBERS } from './served-by.ts'
import type { Source } from './sources.ts'

export type NewListen = Omit<MemberListen, 'memberId'>

/**
 * Adds a member's listens, as `addListens` does, after locking them, without those that the member
 * has deleted. `revisions` come from `correctListens`, if the listens were corrected. Returns the
 * number of new listens. Throws a Refusal 404 if the member no longer exists, and 409 if the import
 * was undone.
 */
export async function insertListens(
  tx: Tx,
  memberId: number,
  listens: readonly (NewListen & { readonly formerIds?: readonly number[] })[],
  from: Source = 'played',
  { revisions, importId, records }: Pick<Adding, 'importId' | 'records'> & { readonly revisions?: Revisions } = {},
): Promise<number> {
  if (listens.length === 0) return 0
  await lockMember(tx, memberId)
  const all = listens.map((listen) => ({ formerIds: [], ...listen, memberId }))
  const unchanged = await dropChanged(tx, { listens: all, revisions }, from)
  if (importId !== undefined) await recordDropped(tx, importId, from, { all, unchanged })
  return addListens(tx, unchanged, from, { importId, records })
}

/**
 * Locks a member's listens, and the member's row against deletion. Throws a Refusal 404 if the
 * member no longer exists.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await lockListens(tx, memberId)
  const { rows: members } = await sql`select from members where id = ${memberId} for key share`.execute(tx)
  if (members.length === 0) throw new Refusal(404, 'There is no such member.')
}

export async function hasListens(db: Db, memberId: number): Promise<boolean> {
  const row = await db
    .selectFrom('listens')
    .select('member_id')
    .where('member_id', '=', memberId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Returns whether the member played the track on or after a UTC day. For charts that a service
 * fills, checks only charts for at most a year, for any day.
 */
export async function hasPlayedSince(db: Db, memberId: number, trackId: number, since: Date): Promise<boolean> {
  const main = sql`(select coalesce(merged_into, id) from tracks where id = ${trackId})`
  const { rows } = await sql<{ has: boolean }>`select exists (
      select from plays_daily where member_id = ${memberId} and track_id = ${main} and day >= ${toDay(since)}::date
        and ${countsStoredListens('plays_daily.member_id')})
    or exists (select from chart_tracks where member_id = ${memberId} and track_id = ${main}
      and period <> ${sql.lit(PERIOD_NUMBERS.overall)}) as has`.execute(db)
  return rows[0]?.has === true
}
