import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

/*
 * Histograms for plays, and for heard tracks, over the listeners of an artist: a rank among fifty
 * thousand listeners is the sum of some hundred rows. Triggers append changes to
 * artist_plays_changes and a job adds them to the histograms. Readers add both in one statement, so
 * results are always exact.
 */

/**
 * Adds pending changes to the counts and records the members with a changed taste. Calls must not
 * overlap: made by one job, or before the server accepts requests. Returns the number of changes.
 */
export async function countChanges(tx: Tx): Promise<number> {
  const { rows } = await sql<{ changes: number }>`
    with changes as (delete from artist_plays_changes returning *),
    totals as (
      update artists set listeners = artists.listeners + changed.listeners, plays = artists.plays + changed.plays
      from (
        select artist_id, sum(plays_after - plays_before) as plays,
          sum((plays_after > 0)::integer - (plays_before > 0)::integer) as listeners
        from changes group by artist_id) as changed
      where artists.id = changed.artist_id),
    by_plays as (
      insert into listeners_by_plays as stored (artist_id, plays, listeners)
      select artist_id, plays, sum(change) from (
        select artist_id, plays_after as plays, 1 as change from changes
        union all select artist_id, plays_before, -1 from changes) as moves
      where plays > 0 group by 1, 2 having sum(change) <> 0
      on conflict (artist_id, plays) do update set listeners = stored.listeners + excluded.listeners),
    by_tracks as (
      insert into listeners_by_tracks as stored (artist_id, tracks, listeners)
      select artist_id, tracks, sum(change) from (
        select artist_id, tracks_after as tracks, 1 as change from changes
        union all select artist_id, tracks_before, -1 from changes) as moves
      where tracks > 0 group by 1, 2 having sum(change) <> 0
      on conflict (artist_id, tracks) do update set listeners = stored.listeners + excluded.listeners),
    tastes as (
      insert into taste_changes as stored (member_id, plays)
      select member_id, sum(abs(plays_after - plays_before)) from changes
      where exists (select from members where members.id = member_id) group by member_id
      on conflict (member_id) do update set plays = stored.plays + excluded.plays)
    select count(*) as changes from changes`.execute(tx)
  return rows[0]?.changes ?? 0
}

export const findChangedPlays = (): RawBuilder<unknown> => sql`select from artist_plays_changes`

export async function countScrobbles(db: Db, artistId: number): Promise<number> {
  const { rows } = await sql<{ plays: number }>`
    select plays + (select coalesce(sum(plays_after - plays_before), 0) from artist_plays_changes
      where artist_id = artists.id) as plays
    from artists where id = ${artistId}`.execute(db)
  return rows[0]?.plays ?? 0
}

/**
 * Returns how many members have more than `plays` plays of an artist, including those hidden from
 * the viewer.
 */
export const listenersAbove = (artistId: number, plays: number): RawBuilder<number> => sql<number>`(
  (select coalesce(sum(listeners), 0) from listeners_by_plays where artist_id = ${artistId} and plays > ${plays})
  + (select coalesce(sum((plays_after > ${plays})::integer - (plays_before > ${plays})::integer), 0)
    from artist_plays_changes where artist_id = ${artistId}))`

/**
 * An artist's listener counts by depth, relative to a listener with `tracks` tracks heard, who is
 * included.
 */
export interface Depths {
  readonly shallower: number
  /** With the same depth, including the member. */
  readonly level: number
  readonly all: number
}

export async function countDepths(db: Db, artistId: number, tracks: number): Promise<Depths> {
  const { rows } = await sql<Depths>`
    select coalesce(sum(listeners) filter (where tracks < ${tracks}), 0) as shallower,
      coalesce(sum(listeners) filter (where tracks = ${tracks}), 0) as level,
      coalesce(sum(listeners), 0) as all
    from (
      select tracks, listeners from listeners_by_tracks where artist_id = ${artistId}
      union all select tracks_after, 1 from artist_plays_changes where artist_id = ${artistId} and tracks_after > 0
      union all select tracks_before, -1 from artist_plays_changes where artist_id = ${artistId} and tracks_before > 0
    ) as counted`.execute(db)
  return rows[0] ?? { shallower: 0, level: 0, all: 0 }
}
