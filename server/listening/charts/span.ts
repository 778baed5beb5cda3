import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Db } from '#server/db/open.ts'
import { selectIgnored } from '../catalogue/ignored.ts'
import { toDay } from '../days.ts'
import { findBounds, UTC } from '../time-zone.ts'
import type { ChartWindow, CountedDays } from './days.ts'

/** The time that a chart counts: from `starts`, inclusive, to `ends`, exclusive. */
export interface ChartSpan {
  readonly starts: Date
  /** Null: no end; listens ahead of the clock count too. */
  readonly ends: Date | null
}

/** The spans for a chart and for the period before it; null: all time. */
export async function findSpans(
  db: Db,
  { from, until, isEndless, previous }: CountedDays,
  { timeZone = UTC }: ChartWindow,
): Promise<{ readonly span: ChartSpan | null; readonly before: ChartSpan | null }> {
  if (from === null || previous === undefined) return { span: null, before: null }
  const bounds = await findBounds(db, { first: from, last: until, previousFirst: previous.first, timeZone })
  const { starts, ends, startsBefore } = bounds
  return { span: { starts, ends: isEndless ? null : ends }, before: { starts: startsBefore, ends: starts } }
}

/**
 * Selects a member's plays within a span: `track_id`, `artist_id`, `plays` and the UTC `day`. Plays
 * are stored per UTC day: whole days are read from there, and the listens in the partial days at
 * both ends are counted one by one. Without artists that the member ignores.
 */
export function selectPlaysWithin(memberId: number, { starts, ends }: ChartSpan): RawBuilder<unknown> {
  const first = new Date(Math.ceil(starts.getTime() / DAY_MS) * DAY_MS)
  const last = ends && new Date(Math.floor(ends.getTime() / DAY_MS) * DAY_MS)
  const edges = [[starts, ends === null || first < ends ? first : ends]]
  if (ends !== null && last !== null) edges.push([last > first ? last : first, ends])
  const isOnEdge = (edge: (Date | null)[]) =>
    sql`(listened_at >= ${edge[0]}::timestamptz and listened_at < ${edge[1]}::timestamptz)`
  const ignored = selectIgnored(memberId)
  const days = sql`select track_id, artist_id, plays, day from plays_daily
    where member_id = ${memberId} and artist_id not in ${ignored} and day >= ${toDay(first)}::date
      and ${last === null ? sql`true` : sql`day < ${toDay(last)}::date`}`
  const parts = edges.filter(([from, until]) => from && until && from < until).map(isOnEdge)
  return parts.length === 0
    ? days
    : sql`${days} union all
      select track_id, artist_id, 1, (listened_at at time zone 'UTC')::date
      from listens join tracks on tracks.id = track_id where member_id = ${memberId} and artist_id not in ${ignored} and (${sql.join(parts, sql` or `)})`
}
