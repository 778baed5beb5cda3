import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { addListens } from './add-listens.ts'
import { lockIdentities } from './identities/lock.ts'
import { dayOf } from './rules.ts'
import type { Source } from './sources.ts'
import { isKeptHere, PERIOD_NUMBERS } from './stored-charts.ts'

export interface NewListen {
  readonly trackId: number
  /** When the track began: a moment, or milliseconds since 1970. */
  readonly listenedAt: Date | number
}

/**
 * Adds listens of one member, as `addListens` does, after locking the member's listens. Returns the number of new listens. Throws a
 * Refusal 404 when the member does not exist any more.
 */
export async function insertListens(
  tx: Tx,
  memberId: number,
  listens: readonly NewListen[],
  from: Source = 'played',
): Promise<number> {
  if (listens.length === 0) return 0
  await lockListens(tx, memberId)
  const { rows: members } = await sql`select from members where id = ${memberId} for key share`.execute(tx)
  if (members.length === 0) throw new Refusal(404, 'There is no such member.')
  return addListens(
    tx,
    listens.map((listen) => ({ ...listen, memberId })),
    from,
  )
}

/** Any number that nothing else locks. */
export const LISTENS_LOCK = 7037

/**
 * Whoever adds listens of the same member waits: two at once would both take a track for one that was not heard before.
 * A lock of its own, since the member's row is wanted by whoever rates their tracks.
 */
export async function lockListens(tx: Tx, memberId: number): Promise<void> {
  await lockIdentities(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(${memberId}::bigint))`.execute(tx)
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
 * Whether the member played the track on or after a day of UTC. Of charts that a service fills only those of at most a year
 * say so, whatever the day.
 */
export async function hasPlayedSince(db: Db, memberId: number, trackId: number, since: Date): Promise<boolean> {
  const main = sql`(select coalesce(merged_into, id) from tracks where id = ${trackId})`
  const { rows } = await sql<{ has: boolean }>`select exists (
      select from plays_daily where member_id = ${memberId} and track_id = ${main} and day >= ${dayOf(since)}::date
        and ${isKeptHere('plays_daily.member_id')})
    or exists (select from chart_tracks where member_id = ${memberId} and track_id = ${main}
      and period <> ${sql.lit(PERIOD_NUMBERS.overall)}) as has`.execute(db)
  return rows[0]?.has === true
}
