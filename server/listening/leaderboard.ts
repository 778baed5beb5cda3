import { sql } from 'kysely'
import type { TopListener } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { hiddenFrom, isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { listenersAbove } from './artist-counts.ts'
import { type ChartWindow, countPlays, isOverall, playsIn } from './charts.ts'
import { getFirstDay } from './rules.ts'

/**
 * A leaderboard and its viewer: the response holds members visible to `viewerId`, and the viewer's
 * own rank if `isRanked`.
 */
export interface Board {
  readonly artistId: number
  readonly window: ChartWindow
  readonly limit: number
  readonly viewerId: number | null
  readonly isRanked: boolean
}

/**
 * An artist's listeners, with ties ranked by join date, and the viewer's rank among all of them,
 * from 1.
 */
export interface RankedListeners {
  readonly topListeners: TopListener[]
  /** Undefined without plays. */
  readonly rank: number | undefined
}

export async function getLeaderboard(db: Db, board: Board): Promise<RankedListeners> {
  if (!isOverall(board.window)) return getLeaderboardOfPeriod(db, board)
  const { viewerId, isRanked } = board
  const topListeners = await listTopListeners(db, board)
  return { topListeners, rank: isRanked && viewerId !== null ? await findRank(db, viewerId, board) : undefined }
}

interface Row {
  username: string
  playcount: number
  picture_url: string | null
}

const toListener = ({ picture_url, ...row }: Row): TopListener => ({
  ...row,
  profileImage: toPictures(picture_url).pfpmed,
})

/** Returns the top listeners of all time, read from the top of the index. */
async function listTopListeners(db: Db, { viewerId, artistId, limit }: Board): Promise<TopListener[]> {
  const { rows } = await sql<Row>`
    select members.name as username, top.plays as playcount, members.picture_url
    from (
      select member_id, plays from artist_plays as counted
      where artist_id = ${artistId} and ${visibleTo(viewerId, 'counted.member_id')} and ${isOnBoards('counted.member_id')}
      order by plays desc, member_id limit ${limit}) as top
    join members on members.id = top.member_id
    order by top.plays desc, members.id`.execute(db)
  return rows.map(toListener)
}

/**
 * Returns a member's rank from the counts of all listeners, and from the index those with equal
 * plays: never row by row.
 */
async function findRank(db: Db, memberId: number, { artistId, window }: Board): Promise<number | undefined> {
  const plays = await countPlays(db, memberId, artistId, window)
  if (plays === 0) return undefined
  const ofArtist = sql`(select count(*) from artist_plays where artist_id = ${artistId} and ${isOnBoards('artist_plays.member_id')}`
  const { rows } = await sql<{ ahead: number }>`select ${listenersAbove(artistId, plays)}
    + ${ofArtist} and plays = ${plays} and member_id < ${memberId})
    - ${ofArtist} and member_id = any(${hiddenFrom(memberId)})
        and plays >= ${plays} and (plays > ${plays} or member_id < ${memberId})) as ahead`.execute(db)
  return (rows[0]?.ahead ?? 0) + 1
}

/**
 * Returns the leaderboard of a period: sums its plays once for list and rank, which dominates the
 * cost when an artist has many listeners.
 */
async function getLeaderboardOfPeriod(db: Db, board: Board): Promise<RankedListeners> {
  const { artistId, window, limit, viewerId, isRanked } = board
  const { rows } = await sql<{ top: Row[]; ahead: number; is_listener: boolean }>`
    with listeners as materialized (
      select member_id, plays from (
        select member_id, sum(plays)::integer as plays
        from ${playsIn(window, sql`artist_id = ${artistId} and ${visibleTo(viewerId, 'counted.member_id')}`)} as counted
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
  return { topListeners: top.map(toListener), rank: is_listener ? ahead + 1 : undefined }
}
