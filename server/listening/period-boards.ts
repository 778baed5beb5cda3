import { type RawBuilder, sql } from 'kysely'
import type { Period } from '#contract/wire.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import type { ChartWindow } from './chart-window.ts'
import { playsIn } from './charts.ts'
import { getFirstDay } from './rules.ts'
import { PERIOD_NUMBERS } from './stored-charts.ts'

/*
 * Stored leaderboards of periods. Counting one takes time in proportion to the artist's listeners.
 * Leaderboards of artists with more than 1,000 listeners are therefore stored when they are read,
 * and counted anew by a job: at most every 10 minutes, and when the first day of the period
 * changes. They are always counted as a whole, so that they cannot drift from the listens.
 */

/** Leaderboards of artists with more listeners of all time are stored. */
export const COUNTED_LISTENERS_MAX = 1_000
/** The number of members of a stored list: at most 1,000 are sent, others may be hidden. */
export const TOP_LENGTH = 1_500

const MINUTE_MS = 60_000
/** The age at which the job counts a leaderboard anew. */
export const RECOUNT_AFTER_MS = 10 * MINUTE_MS
/** The age up to which a leaderboard is sent; an older one is counted by the request. */
const SENT_UNTIL_MS = 60 * MINUTE_MS
const NOTE_READ_EVERY_MS = MINUTE_MS
/** The time after the last read when a leaderboard is deleted. */
const DELETE_AFTER_MS = 30 * 24 * 60 * MINUTE_MS
/** Older than any leaderboard: it is counted anew before it is sent. */
const OUTDATED = sql`'epoch'::timestamptz`

/** The leaderboard of an artist in a period that ends now. */
export interface PeriodBoard {
  readonly artistId: number
  readonly window: ChartWindow
}

/**
 * Returns whether the leaderboard of a period is read from `period_boards`; then it is there, and
 * at most an hour old.
 */
export async function prepareStoredBoard(db: Db, board: PeriodBoard): Promise<boolean> {
  const { artistId, window } = board
  const { rows } = await markPrepared(sql<{ listeners: number; counted_at: Date | null; read_at: Date | null }>`
    select artists.listeners, counted_at, read_at
    from artists left join period_boards on artist_id = id and period = ${numberOf(window)}
    where id = ${artistId}`).execute(db)
  const [row] = rows
  if (row === undefined || row.listeners <= COUNTED_LISTENERS_MAX) return false
  const now = window.now.getTime()
  if (row.counted_at === null || now - row.counted_at.getTime() > SENT_UNTIL_MS)
    await db.transaction().execute((tx) => countBoard(tx, board))
  else if (row.read_at === null || now - row.read_at.getTime() > NOTE_READ_EVERY_MS)
    await sql`update period_boards set read_at = greatest(read_at, ${window.now}::timestamptz)
      where artist_id = ${artistId} and period = ${numberOf(window)}`.execute(db)
  return true
}

/** Counts and stores a leaderboard, unless another transaction has just done so. */
export async function countBoard(tx: Tx, board: PeriodBoard): Promise<void> {
  const { artistId, window } = board
  const { now } = window
  const firstDay = getFirstDay(window.period, now)
  const isThis = sql`artist_id = ${artistId} and period = ${numberOf(window)}`
  await sql`insert into period_boards (artist_id, period, first_day, counted_at, read_at)
    values (${artistId}, ${numberOf(window)}, ${firstDay}::date, ${OUTDATED}, ${now}) on conflict do nothing`.execute(
    tx,
  )
  // Locked before the listens are read: a deletion that marks the row is counted, or marks it
  // again.
  const { rows } = await sql`select from period_boards where ${isThis}
    and (counted_at < ${new Date(now.getTime() - MINUTE_MS)} or first_day <> ${firstDay}::date) for update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    with listeners as materialized (
      select member_id, plays from (
        select member_id, sum(plays)::integer as plays
        from ${playsIn(window, sql`artist_id = ${artistId}`)} as counted group by member_id) as added_up
      where ${isOnBoards('added_up.member_id', firstDay)}),
    top as (select member_id, plays from listeners order by plays desc, member_id limit ${TOP_LENGTH}),
    by_plays as (select plays, count(*)::integer as listeners from listeners group by plays)
    update period_boards set first_day = ${firstDay}::date, counted_at = ${now},
      top_members = coalesce((select array_agg(member_id order by plays desc, member_id) from top), '{}'),
      top_plays = coalesce((select array_agg(plays order by plays desc, member_id) from top), '{}'),
      plays = coalesce((select array_agg(plays order by plays) from by_plays), '{}'),
      listeners = coalesce((select array_agg(listeners order by plays) from by_plays), '{}')
    where ${isThis}`.execute(tx)
}

const PERIODS = (Object.keys(PERIOD_NUMBERS) as Period[]).filter((period) => period !== 'overall')

const selectOutdated = (now: Date) => sql`
  select artist_id, period from period_boards
  join unnest(${PERIODS.map((period) => PERIOD_NUMBERS[period])}::smallint[],
    ${PERIODS.map((period) => getFirstDay(period, now))}::date[]) as now_in (period, first_day) using (period)
  where read_at > counted_at and (counted_at < ${new Date(now.getTime() - RECOUNT_AFTER_MS)}::timestamptz
    or period_boards.first_day <> now_in.first_day)`

const isUnread = (now: Date) => sql`read_at < ${new Date(now.getTime() - DELETE_AFTER_MS)}::timestamptz`

/** Returns a query for leaderboards that {@link recountBoards} has to count or delete. */
export const findOutdatedBoards = (now: Date): RawBuilder<unknown> => sql`${selectOutdated(now)}
  union all select artist_id, period from period_boards where ${isUnread(now)}`

/**
 * Counts one leaderboard that was read and is outdated. Deletes those without reads. Returns
 * whether there may be more.
 */
export async function recountBoards(tx: Tx, now: Date): Promise<boolean> {
  await sql`delete from period_boards where ${isUnread(now)}`.execute(tx)
  const { rows } = await sql<{ artist_id: number; period: number }>`${selectOutdated(now)}
    order by counted_at limit 1 for update of period_boards skip locked`.execute(tx)
  const [row] = rows
  const period = PERIODS.find((each) => PERIOD_NUMBERS[each] === row?.period)
  if (row === undefined || period === undefined) return false
  await countBoard(tx, { artistId: row.artist_id, window: { period, now } })
  return true
}

/** Marks the stored leaderboards of artists as outdated, so that deleted plays are not sent. */
export async function invalidateBoards(tx: Tx, artistIds: readonly number[]): Promise<void> {
  await sql`update period_boards set counted_at = ${OUTDATED} where (artist_id, period) in (
    select artist_id, period from period_boards where artist_id = any(${artistIds}::bigint[])
    order by artist_id, period for update)`.execute(tx)
}

const numberOf = ({ period }: ChartWindow) => sql.lit(PERIOD_NUMBERS[period])
