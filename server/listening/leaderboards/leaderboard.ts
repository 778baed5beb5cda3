import { sql } from 'kysely'
import type { TopListener } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { hiddenFrom, isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { countPlays, isOverall } from '../charts/charts.ts'
import { listenersAbove } from './artist-counts.ts'
import { type Board, type ListenerRow, type RankedListeners, toTopListener } from './board.ts'
import { getLeaderboardOfPeriod } from './leaderboard-of-period.ts'

export async function getLeaderboard(db: Db, board: Board): Promise<RankedListeners> {
  if (!isOverall(board.window)) return getLeaderboardOfPeriod(db, board)
  const { viewerId, isRanked } = board
  const topListeners = await listTopListeners(db, board)
  return { topListeners, rank: isRanked && viewerId !== null ? await findRank(db, viewerId, board) : undefined }
}

/** Returns the all-time top listeners, read from the top of the index. */
async function listTopListeners(db: Db, { viewerId, artistId, limit }: Board): Promise<TopListener[]> {
  const { rows } = await markPrepared(sql<ListenerRow>`
    select members.name as username, top.plays as playcount, members.picture_url
    from (
      select member_id, plays from artist_plays as counted
      where artist_id = ${artistId} and ${visibleTo(viewerId, 'counted.member_id')} and ${isOnBoards('counted.member_id')}
      order by plays desc, member_id limit ${limit}) as top
    join members on members.id = top.member_id
    order by top.plays desc, members.id`).execute(db)
  return rows.map(toTopListener)
}

/**
 * Returns a member's rank from the counts over all listeners, and from the index those with equal
 * plays: never row by row.
 */
async function findRank(db: Db, memberId: number, { artistId, window }: Board): Promise<number | undefined> {
  const plays = await countPlays(db, memberId, artistId, window)
  if (plays === 0) return undefined
  const ofArtist = sql`(select count(*) from artist_plays where artist_id = ${artistId} and ${isOnBoards('artist_plays.member_id')}`
  const { rows } = await markPrepared(sql<{ ahead: number }>`select ${listenersAbove(artistId, plays)}
    + ${ofArtist} and plays = ${plays} and member_id < ${memberId})
    - ${ofArtist} and member_id = any(${hiddenFrom(memberId)})
        and plays >= ${plays} and (plays > ${plays} or member_id < ${memberId})) as ahead`).execute(db)
  return (rows[0]?.ahead ?? 0) + 1
}
