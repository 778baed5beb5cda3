import { type RawBuilder, sql } from 'kysely'
import { countDaysBetween } from '#contract/recaps/periods.ts'
import { RECAP_MOVERS, RECAP_ROWS, REDISCOVERED_AFTER_DAYS, REDISCOVERED_AMONG } from '#contract/recaps/recap.ts'
import type { Db } from '#server/db/open.ts'
import { joinCredits, selectCredited, selectCredits } from '../catalogue/credits.ts'
import { selectIgnored, selectIgnoredTracks } from '../catalogue/ignored.ts'
import { toDay } from '../days.ts'
import { type PeriodBounds, selectDayStart } from '../time-zone.ts'
import type { CountedRecap, RecapKey } from './counted.ts'

/*
 * Counts a period from the member's listens, which are in time order: days and hours in the
 * member's calendar cannot be derived from plays per UTC day. Whether music was heard before the
 * period is looked up by an index on the plays per day.
 */

type Row = Omit<CountedRecap, 'days' | 'hours'> & {
  readonly slots: readonly (readonly [day: string, hour: number, plays: number])[]
}

const listEntries = (query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(entry), '[]') from (${query}) as entry)`

/**
 * Counts what a member heard in a period. The instants are parameters, so that the planner knows
 * how many listens are between them.
 */
export async function countRecap(
  db: Db,
  { memberId, first, timeZone }: RecapKey,
  { starts, ends, startsBefore }: PeriodBounds,
): Promise<CountedRecap> {
  const firstUtcDay = toDay(starts)
  const ofMember = sql`listens.member_id = ${memberId} and track_id not in ${selectIgnoredTracks(memberId)}`
  const rows_max = sql.lit(RECAP_ROWS)
  const { rows } = await sql<Row>`
    with heard as materialized (
      select track_id, details_id, listened_at, listened_at at time zone ${timeZone} as at
      from listens where ${ofMember}
        and listened_at >= ${starts}::timestamptz and listened_at < ${ends}::timestamptz),
    by_track as materialized (
      select tracks.id, artist_id, plays, latest, first_utc from (
        select track_id, count(*)::integer as plays, max(listened_at) as latest,
          (min(listened_at) at time zone 'UTC')::date as first_utc
        from heard group by track_id) as counted join tracks on tracks.id = track_id),
    by_artist as materialized (
      select ${selectCredited('played.artist_id')} as id, sum(plays)::integer as plays
      from (select artist_id, sum(plays) as plays from by_track group by 1) as played ${joinCredits('played.artist_id')}
      group by 1),
    by_album as materialized (
      select album_id as id, sum(plays)::integer as plays, max(latest) as latest from (
        select details_id, count(*)::integer as plays, max(listened_at) as latest
        from heard where details_id is not null group by details_id) as counted
      join listen_details on listen_details.id = details_id where album_id is not null group by album_id),
    -- Listens of the first UTC day that are before the period.
    edge as materialized (
      select distinct track_id, ${selectCredited('tracks.artist_id')} as artist_id
      from listens join tracks on tracks.id = track_id ${joinCredits('tracks.artist_id')} where ${ofMember}
        and listened_at >= ${new Date(firstUtcDay)}::timestamptz and listened_at < ${starts}::timestamptz),
    tracks_before as materialized (
      select track_id, count(*)::integer as plays from listens where ${ofMember}
        and listened_at >= ${startsBefore}::timestamptz and listened_at < ${starts}::timestamptz
      group by track_id),
    before as materialized (
      select ${selectCredited('played.artist_id')} as id, sum(plays)::integer as plays
      from (
        select artist_id, sum(plays) as plays from tracks_before join tracks on tracks.id = track_id group by 1) as played
      ${joinCredits('played.artist_id')} group by 1),
    new_artists as materialized (
      select id, plays from by_artist cross join lateral (
        select min(first.day) as day from unnest(${selectCredits(sql`by_artist.id`)}) as named (id) cross join lateral (
          select min(day) as day from plays_daily where member_id = ${memberId} and artist_id = named.id) as first
        where named.id not in ${selectIgnored(memberId)}) as earliest
      where earliest.day >= ${firstUtcDay}::date and id not in (select artist_id from edge)),
    moved as materialized (
      select id, coalesce(by_artist.plays, 0) as plays, coalesce(before.plays, 0) as before
      from by_artist full join before using (id)
      where coalesce(by_artist.plays, 0) <> coalesce(before.plays, 0)
      order by abs(coalesce(by_artist.plays, 0) - coalesce(before.plays, 0)) desc,
        coalesce(by_artist.plays, 0) desc, id limit ${sql.lit(RECAP_MOVERS)}),
    -- Looked up by the artist: no index has the days of a track.
    rediscovered as materialized (
      select candidate.id, candidate.plays, earlier.day from (
        select * from by_track order by plays desc, latest desc, id limit ${sql.lit(REDISCOVERED_AMONG)}) as candidate
      cross join lateral (
        select max(day) as day from plays_daily where member_id = ${memberId} and artist_id = candidate.artist_id
          and track_id = candidate.id and day < candidate.first_utc) as earlier
      where candidate.first_utc - earlier.day >= ${sql.lit(REDISCOVERED_AFTER_DAYS)}
        and (candidate.first_utc > ${firstUtcDay}::date or candidate.id not in (select track_id from edge)))
    select (select coalesce(sum(plays), 0) from by_track) as plays,
      (select coalesce(sum(plays), 0) from tracks_before) as "playsBefore",
      (select count(*) from by_artist) as artists, (select count(*) from by_track) as tracks,
      (select count(*) from by_album) as albums,
      (select coalesce(json_agg(json_build_array(day, hour, plays)), '[]') from (
        select at::date as day, extract(hour from at)::integer as hour, count(*) as plays
        from heard group by 1, 2) as slots) as slots,
      ${listEntries(sql`select id, plays from by_artist order by plays desc, id limit ${rows_max}`)} as "topArtists",
      ${listEntries(sql`select id, plays from by_track order by plays desc, latest desc, id limit ${rows_max}`)} as "topTracks",
      ${listEntries(sql`select id, plays from by_album order by plays desc, latest desc, id limit ${rows_max}`)} as "topAlbums",
      (select count(*) from new_artists) as "newArtists",
      ${listEntries(sql`select id, plays from new_artists order by plays desc, id limit ${rows_max}`)} as "topNewArtists",
      ${listEntries(sql`select * from moved order by plays - before desc, plays desc, id`)} as movers,
      (select count(*) from rediscovered) as rediscovered,
      ${listEntries(sql`select id, plays, day as "lastPlayed" from rediscovered order by day, plays desc, id limit ${rows_max}`)}
        as "rediscoveredTracks"`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('A statement without FROM returns a row.')
  const { slots, ...counted } = row
  return { ...counted, ...toSeries(slots, first) }
}

function toSeries(slots: Row['slots'], first: string): Pick<CountedRecap, 'days' | 'hours'> {
  const hours = Array.from({ length: 24 }, () => 0)
  const days: number[] = []
  for (const [day, hour, plays] of slots) {
    const place = countDaysBetween(first, day)
    while (days.length <= place) days.push(0)
    days[place] = (days[place] ?? 0) + plays
    hours[hour] = (hours[hour] ?? 0) + plays
  }
  return { days, hours }
}

/** The longest streak that is counted, in days. */
const STREAK_MAX = 1000

/**
 * Returns how many days in a row have plays, up to a calendar day, at most 1,000. A streak that
 * ends the day before counts if `isRunning`: the day may still bring plays.
 */
export async function countStreak(
  db: Db,
  { memberId, timeZone }: Pick<RecapKey, 'memberId' | 'timeZone'>,
  last: string,
  isRunning: boolean,
): Promise<number> {
  const hasPlays = (day: RawBuilder<unknown>) => sql`exists (
    select from listens where member_id = ${memberId} and track_id not in ${selectIgnoredTracks(memberId)}
      and listened_at >= ${selectDayStart(day, timeZone)} and listened_at < ${selectDayStart(sql`(${day} + 1)`, timeZone)})`
  const end = isRunning
    ? sql`(select case when ${hasPlays(sql`${last}::date`)} then ${last}::date else ${last}::date - 1 end)`
    : sql`${last}::date`
  const { rows } = await sql<{ length: number }>`
    with recursive counted (day, length) as (
      select ${end}, 0
      union all
      select day - 1, length + 1 from counted where length < ${sql.lit(STREAK_MAX)} and ${hasPlays(sql`day`)})
    select max(length) as length from counted`.execute(db)
  return rows[0]?.length ?? 0
}
