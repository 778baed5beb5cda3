import { type RawBuilder, sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { joinCredits, selectCredited } from '../catalogue/credits.ts'
import type { CountedDays } from './days.ts'

/*
 * SQL of the three kinds of charts. Artists with equal plays are ordered by id; tracks and albums
 * by the day on which they were last played, and then by id.
 */

const TABLES = { artists: 'artist_plays', tracks: 'track_plays', albums: 'album_plays' } as const
const IDS = { artists: 'artist_id', tracks: 'track_id', albums: 'album_id' } as const

/**
 * Returns the tables `played`, of a member's plays on these days as they are stored, and `counted`,
 * where a play counts for each artist of a credit: `id`, `plays`, `latest`.
 */
export function selectCounted(kind: ChartKind, memberId: number, days: CountedDays): RawBuilder<unknown> {
  const played = sql`played as materialized (${selectPlays(kind, memberId, days)})`
  if (kind !== 'artists' || days.from === null) return sql`${played}, counted as (select * from played)`
  return sql`${played}, counted as materialized (
    select ${selectCredited('played.id')} as id, sum(plays)::integer as plays, max(latest) as latest
    from played ${joinCredits('played.id')} group by 1)`
}

function selectPlays(kind: ChartKind, memberId: number, days: CountedDays): RawBuilder<unknown> {
  if (days.from === null) return selectPlaysOfAllTime(kind, memberId)
  if (kind === 'albums') return selectAlbums(memberId, days)
  const id = sql.ref(IDS[kind])
  return sql`select ${id} as id, sum(plays)::integer as plays, max(day) as latest from plays_daily
    where member_id = ${memberId} and day >= ${days.from}::date
      and ${days.isEndless ? sql`true` : sql`day <= ${days.until}::date`} group by ${id}`
}

/** Selects the number of plays of {@link selectCounted}, each once. */
export const selectTotal = (kind: ChartKind, memberId: number, { from }: CountedDays): RawBuilder<number> =>
  kind === 'artists' && from === null
    ? sql<number>`(select coalesce(sum(listens), 0) from listen_sources where member_id = ${memberId})`
    : sql<number>`(select coalesce(sum(plays), 0) from played)`

/** The plays of artists have no latest day, by which artists are not ranked. */
const selectPlaysOfAllTime = (kind: ChartKind, memberId: number): RawBuilder<unknown> =>
  sql`select ${sql.ref(IDS[kind])} as id, plays, ${kind === 'artists' ? sql`null::date as latest` : sql`latest`}
    from ${sql.table(TABLES[kind])} where member_id = ${memberId}`

/** Counts the listens, which are in the order of their days, unlike the plays by album. */
const selectAlbums = (memberId: number, { from, until, isEndless }: CountedDays): RawBuilder<unknown> => sql`
  select album_id as id, sum(plays)::integer as plays, (max(latest) at time zone 'UTC')::date as latest
  from (
    select details_id, count(*) as plays, max(listened_at) as latest from listens
    where member_id = ${memberId} and details_id is not null and listened_at >= ${from}::timestamp at time zone 'UTC'
      and ${isEndless ? sql`true` : sql`listened_at < (${until}::date + 1)::timestamp at time zone 'UTC'`}
    group by details_id) as counted
  join listen_details on listen_details.id = details_id where album_id is not null group by album_id`

/** Returns the order of the ranks. */
export const byRank = (kind: ChartKind): RawBuilder<unknown> =>
  kind === 'artists' ? sql`plays desc, id` : sql`plays desc, latest desc, id`
