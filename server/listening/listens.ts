import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockIdentities } from './identities/lock.ts'
import { dayOf } from './rules.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'
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
  return insertLocked(tx, { memberIds: listens.map(() => memberId), listens }, from)
}

/** Listens of many members, each at its member's place. */
interface MembersListens {
  readonly memberIds: readonly number[]
  readonly listens: readonly NewListen[]
}

/**
 * As `insertListens`, for many members in one statement: of scrobbles most members bring one. Their listens must be locked by this
 * transaction. Throws a Refusal 404 when one of them is no member any more.
 */
export async function insertLocked(
  tx: Tx,
  { memberIds, listens }: MembersListens,
  from: Source = 'played',
): Promise<number> {
  if (listens.length === 0) return 0
  const members = [...new Set(memberIds)]
  // One look at the members for all rows: nothing is added to somebody who has deleted the account meanwhile.
  const { rows: found } = await sql`select from members where id = any(${arrayOf(members)}::bigint[])
    order by id for key share`.execute(tx)
  if (found.length < members.length) throw new Refusal(404, 'There is no such member.')
  const source = SOURCE_NUMBERS[from]
  // `limit 1` keeps the planner, which cannot know how many rows are there by now, from reading a whole history for a batch.
  const { rows } = await sql<{ inserted: number }>`
    with has_others as materialized (
      select distinct member_id from listen_sources
      where member_id = any(${arrayOf(members)}::bigint[]) and source <> ${source} and listens > 0),
    given as materialized (
      select distinct told.member_id, tracks.id as track_id, tracks.artist_id, to_timestamp(told.ms / 1000.0) as listened_at
      from unnest(${arrayOf(memberIds)}::bigint[], ${arrayOf(listens.map((it) => it.trackId))}::bigint[],
        ${arrayOf(listens.map((it) => Number(it.listenedAt)))}::float8[]) as told (member_id, track_id, ms)
      join tracks as named on named.id = told.track_id
      join tracks on tracks.id = coalesce(named.merged_into, named.id)),
    added as (
      insert into listens (member_id, listened_at, track_id, source)
      select member_id, listened_at, track_id, ${source}::smallint from given
      where (select true from listens as same where same.member_id = given.member_id
          and same.listened_at = given.listened_at and same.track_id = given.track_id limit 1) is null
        and not (given.member_id in (select member_id from has_others) and (
          select true from listens as other where other.member_id = given.member_id and other.source <> ${source}
            and other.track_id = given.track_id and other.listened_at
              between given.listened_at - ${APART}::interval and given.listened_at + ${APART}::interval
          limit 1) is not null)
      order by member_id, listened_at, track_id
      returning member_id, track_id, listened_at),
    counted as materialized (
      select member_id, track_id, artist_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from added join (select distinct track_id, artist_id from given) as named using (track_id) group by 1, 2, 3, 4),
    by_day as (
      insert into plays_daily (member_id, track_id, day, artist_id, plays)
      select member_id, track_id, day, artist_id, plays from counted order by member_id, day, track_id
      on conflict (member_id, day, track_id) do update set plays = plays_daily.plays + excluded.plays),
    by_track as (
      insert into track_plays (member_id, track_id, artist_id, plays, latest)
      select member_id, track_id, artist_id, sum(plays), max(day) from counted
      group by member_id, track_id, artist_id order by member_id, track_id
      on conflict (member_id, track_id) do update set plays = track_plays.plays + excluded.plays,
        latest = greatest(track_plays.latest, excluded.latest)
      -- a row that was there has been locked by this transaction
      returning member_id, artist_id, (xmax = 0)::integer as is_first),
    first_heard as (
      select member_id, artist_id, sum(is_first)::integer as tracks from by_track group by member_id, artist_id),
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select member_id, min(day), max(day) from counted group by member_id),
    by_source as (
      insert into listen_sources (member_id, source, listens, updated_at)
      select member_id, ${source}, count(*), now() from added group by member_id order by member_id
      on conflict (member_id, source) do update
        set listens = listen_sources.listens + excluded.listens, updated_at = excluded.updated_at),
    by_artist as (
      insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select counted.member_id, counted.artist_id, sum(plays), max(tracks)
      from counted join first_heard using (member_id, artist_id) where ${isKeptHere('counted.member_id')}
      group by counted.member_id, counted.artist_id order by counted.member_id, counted.artist_id
      on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
        tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard),
    since as (
      update members set listens_since = oldest
      from (select member_id, min(listened_at) as oldest from added group by member_id) as first_added
      where members.id = first_added.member_id and (listens_since is null or listens_since > oldest))
    select count(*) as inserted from added`.execute(tx)
  return rows[0]?.inserted ?? 0
}

/** As PostgreSQL writes an array: the driver would look at each element for what it has to escape, which takes its time. */
const arrayOf = (numbers: readonly number[]): string => `{${numbers.join()}}`

/** Some sources know the minute only, and those that tell the end of a play know nothing of its pauses. */
const APART = '60 seconds'

/** Any number that nothing else locks. */
const LISTENS_LOCK = 7037

/**
 * Whoever adds listens of the same member waits: two at once would both take a track for one that was not heard before.
 * A lock of its own, since the member's row is wanted by whoever rates their tracks.
 */
export async function lockListens(tx: Tx, memberId: number): Promise<void> {
  await lockIdentities(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(${memberId}::bigint))`.execute(tx)
}

/**
 * Locks as `lockListens` does the listens of those members of these tokens whom nobody else has locked, and answers the tokens that
 * are there, each with whether it did.
 */
export async function tryLockListens(tx: Tx, tokenIds: readonly number[]): Promise<ReadonlyMap<number, boolean>> {
  const { rows } = await sql<{ id: number; isLocked: boolean }>`
    select id, pg_try_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(member_id)) as "isLocked"
    from scrobble_tokens where id = any(${arrayOf(tokenIds)}::bigint[])`.execute(tx)
  return new Map(rows.map(({ id, isLocked }) => [id, isLocked]))
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
