import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { dayOf } from './rules.ts'

export interface NewListen {
  readonly trackId: number
  /** When the track began. */
  readonly listenedAt: Date
}

/**
 * Adds listens of one member and counts them: by day and by artist, in the same transaction. A listen that is there
 * already is left alone, so that a history may be sent twice. Answers how many were new.
 */
export async function insertListens(tx: Tx, memberId: number, listens: readonly NewListen[]): Promise<number> {
  if (listens.length === 0) return 0
  const trackIds = listens.map((it) => it.trackId)
  const times = listens.map((it) => it.listenedAt.toISOString())
  const { rows } = await sql<{ inserted: number; oldest: Date | null }>`
    with added as (
      insert into listens (member_id, listened_at, track_id)
      select distinct ${memberId}::bigint, listened_at, track_id
      from unnest(${trackIds}::bigint[], ${times}::timestamptz[]) as given (track_id, listened_at)
      on conflict do nothing
      returning track_id, listened_at),
    counted as (
      select track_id, artist_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from added join tracks on tracks.id = track_id group by 1, 2, 3),
    by_day as (
      insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select ${memberId}::bigint, track_id, day, artist_id, plays from counted order by track_id, day
      on conflict (member_id, track_id, day) do update set plays = plays_daily.plays + excluded.plays),
    by_artist as (
      insert into artist_plays (member_id, artist_id, plays)
      select ${memberId}::bigint, artist_id, sum(plays) from counted group by artist_id order by artist_id
      on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays)
    select count(*) as inserted, min(listened_at) as oldest from added`.execute(tx)
  const { inserted, oldest } = rows[0] ?? { inserted: 0, oldest: null }
  if (oldest !== null) await updateListensSince(tx, memberId, oldest)
  return inserted
}

async function updateListensSince(tx: Tx, memberId: number, oldest: Date): Promise<void> {
  await tx
    .updateTable('members')
    .set({ listens_since: oldest })
    .where('id', '=', memberId)
    .where((where) => where.or([where('listens_since', 'is', null), where('listens_since', '>', oldest)]))
    .execute()
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

/** Whether the member played the track on or after a day of UTC. */
export async function hasPlayedSince(db: Db, memberId: number, trackId: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('plays_daily')
    .select('track_id')
    .where('member_id', '=', memberId)
    .where('track_id', '=', trackId)
    .where('day', '>=', sql<Date>`${dayOf(since)}::date`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
