import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

/*
 * Totals of an artist's listeners and plays. Triggers append changes to artist_plays_changes and a
 * job adds them. Readers add both in one statement, so results are always exact.
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
