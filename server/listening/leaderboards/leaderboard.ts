import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { playsIn } from '../charts/charts.ts'
import { getFirstDay } from '../days.ts'
import { type Board, type ListenerRow, type RankedListeners, toTopListener } from './board.ts'

/**
 * Returns an artist's leaderboard: sums the plays once for list and rank, which dominates the cost
 * when an artist has many listeners.
 */
export async function getLeaderboard(db: Db, board: Board): Promise<RankedListeners> {
  const { artistId, window, limit, viewerId, isRanked } = board
  const { rows } = await sql<{ top: ListenerRow[]; ahead: number; is_listener: boolean }>`
    with listeners as materialized (
      select member_id, plays from (
        select member_id, sum(plays)::integer as plays
        from ${playsIn(window, artistId, visibleTo(viewerId, 'counted.member_id'))} as counted
        group by member_id) as added_up
      where ${isOnBoards('added_up.member_id', getFirstDay(window.period, window.now))}),
    own as (select member_id, plays from listeners where member_id = ${viewerId}::bigint and ${isRanked}),
    top as (select member_id, plays from listeners order by plays desc, member_id limit ${limit})
    select exists (select from own) as is_listener,
      (select count(*) from listeners, own
        where listeners.plays > own.plays
          or (listeners.plays = own.plays and listeners.member_id < own.member_id)) as ahead,
      (select coalesce(json_agg(json_build_object(
          'username', name, 'playcount', plays, 'picture_url', picture_url) order by plays desc, id), '[]')
        from top join members on id = member_id) as top`.execute(db)
  const { top, ahead, is_listener } = rows[0] ?? { top: [], ahead: 0, is_listener: false }
  return { topListeners: top.map(toTopListener), rank: is_listener ? ahead + 1 : undefined }
}
