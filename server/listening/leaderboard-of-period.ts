import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { hiddenFrom, isOnBoards, visibleTo } from '#server/db/visible-to.ts'
import { type Board, type ListenerRow, type RankedListeners, toTopListener } from './board.ts'
import { playsIn } from './charts.ts'
import { prepareStoredBoard, TOP_LENGTH } from './period-boards.ts'
import { getFirstDay } from './rules.ts'
import { PERIOD_NUMBERS } from './stored-charts.ts'

/** Returns the leaderboard of a period: counted, or as stored if the artist has many listeners. */
export async function getLeaderboardOfPeriod(db: Db, board: Board): Promise<RankedListeners> {
  return (await prepareStoredBoard(db, board)) ? readStoredBoard(db, board) : countLeaderboard(db, board)
}

/**
 * Counts the leaderboard of a period: sums its plays once for list and rank, which dominates the
 * cost when an artist has many listeners.
 */
async function countLeaderboard(db: Db, board: Board): Promise<RankedListeners> {
  const { artistId, window, limit, viewerId, isRanked } = board
  const { rows } = await sql<{ top: ListenerRow[]; ahead: number; is_listener: boolean }>`
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
  return { topListeners: top.map(toTopListener), rank: is_listener ? ahead + 1 : undefined }
}

/** The number of members that may have been hidden since the leaderboard was counted. */
const HIDDEN_MAX = TOP_LENGTH - 1_000

/**
 * Returns a stored leaderboard as the viewer sees it. Its time does not grow with the listeners.
 */
export async function readStoredBoard(db: Db, board: Board): Promise<RankedListeners> {
  const { window, limit, viewerId, isRanked } = board
  const isUnranked = sql`(select ${isOnBoards('listed.member_id', getFirstDay(window.period, window.now))})`
  const { rows } = await markPrepared(sql<ListenerRow>`
    select members.name as username, top.plays as playcount, members.picture_url
    from (
      select listed.member_id, listed.plays, listed.place
      from period_boards, unnest(top_members[1:${limit}::integer + ${sql.lit(HIDDEN_MAX)}],
        top_plays[1:${limit}::integer + ${sql.lit(HIDDEN_MAX)}]) with ordinality as listed (member_id, plays, place)
      where ${isThisBoard(board)} and ${visibleTo(viewerId, 'listed.member_id')} and ${isUnranked}
      order by listed.place limit ${limit}) as top
    join members on members.id = top.member_id
    order by top.place`).execute(db)
  const rank = isRanked && viewerId !== null ? await findStoredRank(db, viewerId, board) : undefined
  return { topListeners: rows.map(toTopListener), rank }
}

/**
 * Returns a member's rank from the member's current plays and the stored numbers of listeners.
 * Within the stored list ties are ranked by join date; beyond it members with equal plays share the
 * rank.
 */
async function findStoredRank(db: Db, memberId: number, board: Board): Promise<number | undefined> {
  const { artistId, window } = board
  // `+ 0` excludes the index by artist: it would read all listeners of a popular one.
  const ofThese = sql`artist_id + 0 = ${artistId} and member_id = any(array_append(${hiddenFrom(memberId)}, ${memberId}::bigint))`
  const { rows } = await markPrepared(sql<{ rank: number }>`
    with counted as materialized (
      select member_id, sum(plays) as plays from ${playsIn(window, ofThese)} as counted group by member_id),
    own as materialized (select plays from counted where member_id = ${memberId}::bigint),
    hidden as (
      select member_id, plays from counted where member_id <> ${memberId}::bigint
        and ${isOnBoards('counted.member_id', getFirstDay(window.period, window.now))}),
    listed as materialized (
      select member_id, listed.plays, own.plays > top_plays[${sql.lit(TOP_LENGTH)}] is not false as has_all_ties
      from own, period_boards, unnest(top_members, top_plays) as listed (member_id, plays)
      where ${isThisBoard(board)} and listed.plays >= own.plays)
    select 1
      + (select coalesce(sum(same.listeners), 0)
        from period_boards, unnest(period_boards.plays, period_boards.listeners) as same (plays, listeners)
        where ${isThisBoard(board)} and same.plays > own.plays)
      + (select count(*) from listed
        where has_all_ties and listed.plays = own.plays and listed.member_id < ${memberId}::bigint)
      - (select count(*) from listed where listed.member_id = ${memberId}::bigint and listed.plays > own.plays)
      - (select count(*) from hidden where hidden.plays > own.plays
        or (hidden.plays = own.plays and hidden.member_id < ${memberId}::bigint and exists (
          select from listed where listed.member_id = hidden.member_id and has_all_ties))) as rank
    from own`).execute(db)
  return rows[0]?.rank
}

const isThisBoard = ({ artistId, window }: Board) =>
  sql`period_boards.artist_id = ${artistId} and period_boards.period = ${sql.lit(PERIOD_NUMBERS[window.period])}`
