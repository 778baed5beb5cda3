import { type RawBuilder, sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { addDays } from '#contract/listening/chart-periods.ts'
import type { ClosedDays, OpenDays } from './days.ts'

/*
 * SQL of the three kinds of charts. Artists with equal plays are ordered by id; tracks and albums
 * by the day on which they were last played, and then by id.
 */

/** Stored in `member_charts.kind`. */
export const KIND_NUMBERS = { artists: 0, tracks: 1, albums: 2 } as const satisfies Record<ChartKind, number>

const isOpenDay = ({ after, until }: OpenDays): RawBuilder<boolean> =>
  until === null ? sql<boolean>`day > ${after}::date` : sql<boolean>`day > ${after}::date and day <= ${until}::date`

/** Returns a query of the plays of open days: `id`, `artist_id` (of a track), `plays`, `latest`. */
export function selectOpen(kind: ChartKind, memberId: number, days: OpenDays): RawBuilder<unknown> {
  const where = sql`member_id = ${memberId} and ${isOpenDay(days)}`
  if (kind === 'albums') return selectAlbums(memberId, { from: addDays(days.after, 1), until: days.until })
  if (kind === 'artists')
    return sql`select artist_id as id, artist_id, sum(plays)::integer as plays, max(day) as latest
      from plays_daily where ${where} group by artist_id`
  return sql`select track_id as id, artist_id, sum(plays)::integer as plays, max(day) as latest
    from plays_daily where ${where} group by track_id, artist_id`
}

/**
 * Returns a query of the plays of albums on days: `id`, `artist_id`, `plays`, `latest`. Counts the
 * listens, which are in the order of their days, unlike the plays by album.
 */
const selectAlbums = (
  memberId: number,
  { from, until }: { from: string; until: string | null },
): RawBuilder<unknown> => sql`
  select album_id as id, null::bigint as artist_id, count(*)::integer as plays,
    max((listened_at at time zone 'UTC')::date) as latest
  from listens join listen_details on listen_details.id = details_id and album_id is not null
  where listens.member_id = ${memberId} and listened_at >= ${from}::timestamp at time zone 'UTC'
    and ${until === null ? sql`true` : sql`listened_at < (${until}::date + 1)::timestamp at time zone 'UTC'`}
  group by album_id`

/**
 * Returns a query of the plays (`id`, `plays`) that the entries of `listed` (`id`, `artist_id`)
 * have on closed days. Each is looked up by an index: a plan chosen for all of them might read all
 * days.
 */
export function selectClosedPlays(
  kind: ChartKind,
  memberId: number,
  { first, last }: ClosedDays,
  listed: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const where = sql`member_id = ${memberId} and day between ${first}::date and ${last}::date`
  if (kind === 'albums')
    return sql`select listed.id, played.plays from ${listed} as listed cross join lateral (
      select sum(plays)::integer as plays from album_plays_daily where ${where} and album_id = listed.id) as played`
  if (kind === 'artists')
    return sql`select listed.id, played.plays from ${listed} as listed cross join lateral (
      select sum(plays)::integer as plays from plays_daily where ${where} and artist_id = listed.id) as played`
  return sql`select played.id, played.plays from (select distinct artist_id from ${listed} as listed) as of_artists
    cross join lateral (
      select track_id as id, sum(plays)::integer as plays from plays_daily
      where ${where} and artist_id = of_artists.artist_id group by track_id) as played`
}

/** Returns a query of the plays of all time of the entries of `listed`: `id`, `plays`. */
export function selectAllPlays(kind: ChartKind, memberId: number, listed: RawBuilder<unknown>): RawBuilder<unknown> {
  const table = { artists: 'artist_plays', tracks: 'track_plays', albums: 'album_plays' }[kind]
  const id = { artists: 'artist_id', tracks: 'track_id', albums: 'album_id' }[kind]
  return sql`select listed.id, played.plays from ${listed} as listed
    join ${sql.table(table)} as played on played.member_id = ${memberId} and played.${sql.ref(id)} = listed.id`
}

/** Returns a query of all plays of closed days: `id`, `plays`, `latest`. */
export function selectClosed(kind: ChartKind, memberId: number, { first, last }: ClosedDays): RawBuilder<unknown> {
  if (first === null) return selectClosedOfAllTime(kind, memberId, last)
  if (kind === 'albums') return selectAlbums(memberId, { from: first, until: last })
  const id = sql.ref(kind === 'artists' ? 'artist_id' : 'track_id')
  return sql`select ${id} as id, sum(plays)::integer as plays, max(day) as latest from plays_daily
    where member_id = ${memberId} and day between ${first}::date and ${last}::date group by ${id}`
}

/**
 * The plays of all time without those of open days. The last closed day of an entry that is played
 * on an open day is looked up.
 */
function selectClosedOfAllTime(kind: ChartKind, memberId: number, last: string): RawBuilder<unknown> {
  const open = selectOpen(kind, memberId, { after: last, until: null })
  if (kind === 'artists')
    return sql`select artist_id as id, artist_plays.plays - coalesce(opened.plays, 0) as plays, null::date as latest
      from artist_plays left join (${open}) as opened using (artist_id)
      where member_id = ${memberId} and artist_plays.plays > coalesce(opened.plays, 0)`
  const closedDay = sql`member_id = ${memberId} and day <= ${last}::date`
  if (kind === 'albums')
    return sql`select album_id as id, album_plays.plays - coalesce(opened.plays, 0) as plays,
        case when opened.id is null then album_plays.latest else (
          select max(day) from album_plays_daily where ${closedDay} and album_id = opened.id) end as latest
      from album_plays left join (${open}) as opened on opened.id = album_id
      where member_id = ${memberId} and album_plays.plays > coalesce(opened.plays, 0)`
  return sql`select track_id as id, track_plays.plays - coalesce(opened.plays, 0) as plays,
      case when opened.id is null then track_plays.latest else (
        select max(day) from plays_daily
        where ${closedDay} and artist_id = opened.artist_id and track_id = opened.id) end as latest
    from track_plays left join (${open}) as opened on opened.id = track_id
    where member_id = ${memberId} and track_plays.plays > coalesce(opened.plays, 0)`
}

/** Returns the order of the ranks. */
export const byRank = (kind: ChartKind): RawBuilder<unknown> =>
  kind === 'artists' ? sql`plays desc, id` : sql`plays desc, latest desc, id`
