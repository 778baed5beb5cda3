import { type RawBuilder, sql } from 'kysely'
import { SOURCE_NUMBERS, type Source } from './sources.ts'
import { selectServed } from './stored-charts.ts'

interface Given {
  /** An array of all whose listens they are. */
  readonly members: RawBuilder<unknown>
  /**
   * Selects `member_id`, `listened_at`, `track_id` and `artist_id` of tracks that are no other spelling, null where they are not
   * known, and the `place` of what is taken as a whole or not at all.
   */
  readonly told: RawBuilder<unknown>
  readonly from: Source
  /** Further parts of the statement, which may read `told`; with a comma behind each. */
  readonly and?: RawBuilder<unknown>
  /** What it selects: of `fresh`, what was added, or of the `place`s whose tracks are `unknown`. */
  readonly select: RawBuilder<unknown>
}

/**
 * The statement that adds listens of some members and counts them, as `insertListens` says. Their listens must be locked by the
 * transaction.
 */
export function countListens<T>({ members, told, from, and = sql``, select }: Given): RawBuilder<T> {
  const source = SOURCE_NUMBERS[from]
  // `limit 1` keeps the planner, which cannot know how many rows are there by now, from reading a whole history for a batch.
  return sql<T>`
    with has_others as materialized (
      select distinct member_id from listen_sources
      where member_id = any(${members}) and source <> ${source} and listens > 0),
    told as materialized (${told}),
    ${and}
    unknown as materialized (select distinct place from told where track_id is null),
    given as materialized (
      select distinct member_id, track_id, artist_id, listened_at from told where place not in (select place from unknown)),
    served as materialized (${selectServed(members)}),
    fresh as materialized (
      select member_id, track_id, artist_id, listened_at from given
      where (select true from listens as same where same.member_id = given.member_id
          and same.listened_at = given.listened_at and same.track_id = given.track_id limit 1) is null
        and not (given.member_id in (select member_id from has_others) and (
          select true from listens as other where other.member_id = given.member_id and other.source <> ${source}
            and other.track_id = given.track_id and other.listened_at
              between given.listened_at - ${APART}::interval and given.listened_at + ${APART}::interval
          limit 1) is not null)),
    added as (
      insert into listens (member_id, listened_at, track_id, source)
      select member_id, listened_at, track_id, ${source}::smallint from fresh order by member_id, listened_at, track_id),
    counted as materialized (
      select member_id, track_id, artist_id, (listened_at at time zone 'UTC')::date as day, count(*)::integer as plays
      from fresh group by 1, 2, 3, 4),
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
    checks as (
      insert into fairness_checks (member_id, first_day, last_day)
      select member_id, min(day), max(day) from counted group by member_id),
    by_source as (
      insert into listen_sources (member_id, source, listens, updated_at)
      select member_id, ${source}, count(*), now() from fresh group by member_id order by member_id
      on conflict (member_id, source) do update
        set listens = listen_sources.listens + excluded.listens, updated_at = excluded.updated_at),
    by_artist as (
      insert into artist_plays (member_id, artist_id, plays, tracks_heard)
      select member_id, artist_id, sum(plays), sum(tracks)
      from (
        select member_id, artist_id, plays, 0 as tracks from counted
        union all select member_id, artist_id, 0, is_first from by_track) as moves
      where member_id not in (select member_id from served) group by member_id, artist_id order by member_id, artist_id
      on conflict (member_id, artist_id) do update set plays = artist_plays.plays + excluded.plays,
        tracks_heard = artist_plays.tracks_heard + excluded.tracks_heard),
    oldest as materialized (
      select member_id, oldest from (select member_id, min(listened_at) as oldest from fresh group by member_id) as each
      where (select coalesce(listens_since > oldest, true) from members where members.id = member_id)),
    since as (
      update members set listens_since = oldest from oldest
      where members.id = oldest.member_id and (listens_since is null or listens_since > oldest))
    select ${select}`
}

/** Some sources know the minute only, and those that tell the end of a play know nothing of its pauses. */
const APART = '60 seconds'
