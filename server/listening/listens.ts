import { sql } from 'kysely'
import { arrayOf } from '#server/db/kept-statement.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { countListens } from './count-listens.ts'
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
 * Adds listens of one member and counts them: by day, artist and source, and the tracks that were not heard before, in the
 * same transaction. A listen that is there already is left alone, so that a history may be sent twice; what another source
 * tells of the same track within a minute is the same listen. Another spelling of a track counts as the track. Answers how
 * many were new.
 */
export async function insertListens(
  tx: Tx,
  memberId: number,
  listens: readonly NewListen[],
  from: Source = 'played',
): Promise<number> {
  if (listens.length === 0) return 0
  await lockListens(tx, memberId)
  return insertLocked(tx, memberId, listens, from)
}

/** As `insertListens`, of a member whose listens this transaction has locked. Throws a Refusal 404 when it is no member any more. */
async function insertLocked(tx: Tx, memberId: number, listens: readonly NewListen[], from: Source): Promise<number> {
  // One look at the member for all rows: nothing is added to somebody who has deleted the account meanwhile.
  const { rows: found } = await sql`select from members where id = ${memberId} for key share`.execute(tx)
  if (found.length === 0) throw new Refusal(404, 'There is no such member.')
  const told = sql`
    select 0 as place, ${memberId}::bigint as member_id, tracks.id as track_id, tracks.artist_id,
      to_timestamp(given.ms / 1000.0) as listened_at
    from unnest(${arrayOf(listens.map((it) => it.trackId))}::bigint[],
      ${arrayOf(listens.map((it) => Number(it.listenedAt)))}::float8[]) as given (track_id, ms)
    join tracks as named on named.id = given.track_id
    join tracks on tracks.id = coalesce(named.merged_into, named.id)`
  const { rows } = await countListens<{ inserted: number }>({
    members: sql`array[${memberId}::bigint]`,
    told,
    from,
    select: sql`count(*) as inserted from fresh`,
  }).execute(tx)
  return rows[0]?.inserted ?? 0
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
