import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { lockIdentities } from '../catalogue/lock.ts'

/*
 * Impossible days: more listens than a person can hear (docs/ownership.md). A job checks the days
 * on which listens changed, so that leaderboards do not have to.
 */

/** The sliding window in days; more listening than possible in it marks its days. */
const WINDOW_DAYS = 8
/** 650 plays a day on average. This and the next are .fmbot's thresholds. */
const IMPOSSIBLE_PLAYS = 650 * WINDOW_DAYS
/** 18 hours a day on average. */
const IMPOSSIBLE_HOURS = 144
/** The time between two listens counts as listening, up to this maximum. */
const LONGEST_PLAY_MINUTES = 10

/** A range of UTC days, first and last, and how many listens began on them. */
interface ImpossibleDays {
  readonly first: string
  readonly last: string
  readonly plays: number
}

/** The maximum number of ranges returned; a member with more has the same choices. */
const RANGES_MAX = 20

/** The maximum number of members per transaction. */
const AT_ONCE = 100

export const findChangedDays = (): RawBuilder<unknown> => sql`select from fairness_checks`

/**
 * Checks the days on which listens changed, marks or unmarks them, and updates the member's
 * ranking. Processes a member's changes all at once, since an active scrobbler always adds more.
 * Returns whether members remain.
 */
export async function checkFairness(tx: Tx): Promise<boolean> {
  // As everywhere, locked before the listens: ranking reads rows that joining artists moves.
  await lockIdentities(tx)
  const { rows } = await sql<{ member_id: number; first: string; last: string }>`
    with changed as (
      delete from fairness_checks where member_id in (
        select member_id from fairness_checks group by member_id order by min(id) limit ${AT_ONCE})
      returning member_id, first_day, last_day)
    select member_id, min(first_day)::text as first, max(last_day)::text as last from changed
    group by member_id order by member_id`.execute(tx)
  // Listens added after this statement began queue their own check.
  for (const { member_id: memberId, ...days } of rows) {
    if (await markDays(tx, memberId, days)) await sql`select keep_ranking(${memberId}::bigint)`.execute(tx)
  }
  return rows.length === AT_ONCE
}

/**
 * Recomputes the marks on days that share a window with the changed ones. Track lengths are
 * unknown: a track is assumed to last until the next one begins, at most ten minutes. Returns
 * whether a mark changed.
 */
async function markDays(
  tx: Tx,
  memberId: number,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<boolean> {
  const before = sql`${WINDOW_DAYS - 1}::integer`
  const longest = sql`make_interval(mins => ${LONGEST_PLAY_MINUTES}::integer)`
  const day = (text: string) => sql`${text}::date`
  const toUtcStart = (date: ReturnType<typeof sql>) => sql`(${date})::timestamp at time zone 'UTC'`
  const { rows } = await sql<{ changes: number }>`
    with spans as (
      select (listened_at at time zone 'UTC')::date as day,
        least(lead(listened_at) over (order by listened_at) - listened_at, ${longest}) as played
      from listens where member_id = ${memberId} and listened_at >= ${toUtcStart(sql`${day(first)} - 2 * ${before}`)}
        and listened_at < ${toUtcStart(sql`${day(last)} + 2 * ${before} + 1`)}),
    days as (select day, count(*) as plays, sum(coalesce(played, ${longest})) as played from spans group by day),
    windows as (
      select day, sum(plays) over eight as plays, sum(played) over eight as played from days
      window eight as (order by day range between make_interval(days => ${before}) preceding and current row)),
    in_windows as (
      select windows.day - back as day from windows cross join generate_series(0, ${before}) as back
      where windows.plays >= ${IMPOSSIBLE_PLAYS}::bigint or windows.played >= make_interval(hours => ${IMPOSSIBLE_HOURS}::integer)),
    impossible as (
      select day from days where day in (select day from in_windows)
        and day between ${day(first)} - ${before} and ${day(last)} + ${before}),
    unmarked as (
      delete from impossible_days where member_id = ${memberId}
        and day between ${day(first)} - ${before} and ${day(last)} + ${before}
        and day not in (select day from impossible)
      returning day),
    marked as (
      insert into impossible_days (member_id, day)
      select ${memberId}::bigint, day from impossible where exists (select from members where id = ${memberId})
      on conflict do nothing returning day)
    select (select count(*) from unmarked) + (select count(*) from marked) as changes`.execute(tx)
  return (rows[0]?.changes ?? 0) > 0
}

/** Returns a member's impossible days as ranges, latest first. */
export async function listImpossibleDays(db: Db, memberId: number): Promise<ImpossibleDays[]> {
  const { rows } = await sql<ImpossibleDays>`
    with ranges as (
      select min(day) as first, max(day) as last from (
        select day, day - row_number() over (order by day)::integer as island from impossible_days
        where member_id = ${memberId}) as numbered
      group by island)
    select first::text, last::text, (
      select count(*) from listens where member_id = ${memberId}
        and listened_at >= first::timestamp at time zone 'UTC'
        and listened_at < (last + 1)::timestamp at time zone 'UTC') as plays
    from ranges order by first desc limit ${RANGES_MAX}`.execute(db)
  return rows
}
