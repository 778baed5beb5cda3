import { type RawBuilder, sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { joinCredits, selectCredited } from '../catalogue/credits.ts'
import { selectIgnored, selectIgnoredTracks } from '../catalogue/ignored.ts'
import { isOfDay } from '../days.ts'
import { type ChartSpan, selectPlaysWithin } from './span.ts'

/*
 * SQL for the three kinds of charts. Artists with equal plays are ordered by id; tracks and albums
 * by the UTC day on which they were last played, and then by id.
 */

const TABLES = { artists: 'artist_plays', tracks: 'track_plays', albums: 'album_plays' } as const
const IDS = { artists: 'artist_id', tracks: 'track_id', albums: 'album_id' } as const

/**
 * Returns the tables `played`, with a member's plays within a span (null: all time) as they are
 * stored, and `counted`, where a play counts for each artist in a credit: `id`, `plays`, `latest`.
 */
export function selectCounted(kind: ChartKind, memberId: number, span: ChartSpan | null): RawBuilder<unknown> {
  const played = sql`played as materialized (${selectPlays(kind, memberId, span)})`
  if (kind !== 'artists' || span === null) return sql`${played}, counted as (select * from played)`
  return sql`${played}, counted as materialized (
    select ${selectCredited('played.id')} as id, sum(plays)::integer as plays, max(latest) as latest
    from played ${joinCredits('played.id')} group by 1)`
}

function selectPlays(kind: ChartKind, memberId: number, span: ChartSpan | null): RawBuilder<unknown> {
  if (span === null) return selectPlaysOfAllTime(kind, memberId)
  if (kind === 'albums') return selectAlbums(memberId, span)
  const id = sql.ref(IDS[kind])
  return sql`select ${id} as id, sum(plays)::integer as plays, max(day) as latest
    from (${selectPlaysWithin(memberId, span)}) as within group by ${id}`
}

/** Selects the total plays in {@link selectCounted}, each once. */
export const selectTotal = (kind: ChartKind, memberId: number, span: ChartSpan | null): RawBuilder<number> =>
  kind === 'artists' && span === null
    ? sql<number>`(select coalesce(sum(listens), 0) from listen_sources where member_id = ${memberId})
        - (select coalesce(sum(plays), 0) from plays_daily
          where member_id = ${memberId} and artist_id = any(array${selectIgnored(memberId)}))`
    : sql<number>`(select coalesce(sum(plays), 0) from played)`

/** Artist plays have no latest day, by which artists are not ranked. */
const selectPlaysOfAllTime = (kind: ChartKind, memberId: number): RawBuilder<unknown> =>
  kind === 'albums'
    ? selectAlbumsOfAllTime(memberId)
    : sql`select ${sql.ref(IDS[kind])} as id, plays, ${kind === 'artists' ? sql`null::date as latest` : sql`latest`}
        from ${sql.table(TABLES[kind])} where member_id = ${memberId} and artist_id not in ${selectIgnored(memberId)}`

/**
 * Plays by album contain those of ignored artists, which may be on any album: the albums that they are
 * on are counted from the listens. These are looked up day by day (`offset 0`): the planner, which
 * does not know that there are none, would read the whole history.
 */
const selectAlbumsOfAllTime = (memberId: number): RawBuilder<unknown> => sql`
  with mixed as materialized (
    select distinct album_id from plays_daily as played
    cross join lateral (${selectDetailsOfDay(memberId, sql`listens.track_id = played.track_id`)}) as listen
    join listen_details on listen_details.id = details_id and album_id is not null
    where played.member_id = ${memberId} and artist_id = any(array${selectIgnored(memberId)}))
  select album_id as id, plays, latest from album_plays
  where member_id = ${memberId} and album_id not in (select album_id from mixed)
  union all select played.album_id, count(*)::integer, max(day) from album_plays_daily as played
  cross join lateral (
    ${selectDetailsOfDay(memberId, sql`track_id not in ${selectIgnoredTracks(memberId)}`)}) as listen
  join listen_details on listen_details.id = details_id and listen_details.album_id = played.album_id
  where played.member_id = ${memberId} and played.album_id = any(array(select album_id from mixed)) group by 1`

/** Selects the details of a member's listens on the day of `played`. */
const selectDetailsOfDay = (memberId: number, where: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select details_id from listens where listens.member_id = ${memberId} and ${where}
    and ${isOfDay('played.day')} offset 0`

/** Counts the listens, which are in day order, unlike the plays by album. */
const selectAlbums = (memberId: number, { starts, ends }: ChartSpan): RawBuilder<unknown> => sql`
  select album_id as id, sum(plays)::integer as plays, (max(latest) at time zone 'UTC')::date as latest
  from (
    select details_id, count(*) as plays, max(listened_at) as latest from listens
    where member_id = ${memberId} and details_id is not null and listened_at >= ${starts}::timestamptz
      and ${ends === null ? sql`true` : sql`listened_at < ${ends}::timestamptz`}
      and track_id not in ${selectIgnoredTracks(memberId)}
    group by details_id) as counted
  join listen_details on listen_details.id = details_id where album_id is not null group by album_id`

export const byRank = (kind: ChartKind): RawBuilder<unknown> =>
  kind === 'artists' ? sql`plays desc, id` : sql`plays desc, latest desc, id`
