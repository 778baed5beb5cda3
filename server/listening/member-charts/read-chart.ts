import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { ClosedDays, CountedDays } from './days.ts'
import { selectAllPlays, selectClosedPlays, selectOpen } from './kinds.ts'
import { type ChartEntry, mergeOpenDays, type OpenEntry, type RankedChart } from './merge.ts'
import {
  type ClosedKey,
  countClosed,
  findStoredPlaces,
  noteRead,
  type StoredChart,
  selectStored,
  toRankedChart,
} from './stored.ts'

/** A chart of a member that is counted from stored listens. */
export interface CountedChart {
  readonly memberId: number
  readonly kind: ChartKind
  readonly days: CountedDays
}

const EMPTY: RankedChart = { plays: 0, entries: 0, top: [] }

/**
 * Returns the chart with the plays up to now, and at least its first `length` places. Its closed
 * days are stored.
 */
export async function readChart(db: Db, chart: CountedChart, length: number, now: Date): Promise<RankedChart> {
  const { memberId, kind, days } = chart
  if (days.closed === undefined) return mergeOpenDays(kind, EMPTY, (await selectParts(db, chart, length)).open)
  const key = { memberId, kind, ...days.closed }
  let parts = await selectParts(db, chart, length, key)
  if (parts.stored !== null) {
    await noteRead(db, key, parts.stored.readAt, now)
    return mergeOpenDays(kind, toRankedChart(parts.stored), parts.open)
  }
  const closed = await countClosed(db, key, now)
  // Read after the chart was counted: an open day may have changed while it waited.
  parts = await selectParts(db, chart, length, key)
  return mergeOpenDays(kind, parts.stored === null ? closed : toRankedChart(parts.stored), parts.open)
}

/**
 * The totals of a chart of closed days, and the places and plays of some entries among the first
 * ones.
 */
export interface ClosedPlaces {
  readonly plays: number
  readonly entries: number
  readonly places: ReadonlyMap<number, { readonly place: number; readonly plays: number }>
}

/** Returns the places of these entries in a chart of closed days. */
export async function readClosedPlaces(
  db: Db,
  key: ClosedKey,
  ids: readonly number[],
  now: Date,
): Promise<ClosedPlaces> {
  const stored = await findStoredPlaces(db, key, ids)
  if (stored !== undefined) {
    await noteRead(db, key, stored.readAt, now)
    return { ...stored, places: new Map(stored.places.map((entry) => [entry.id, entry])) }
  }
  const { plays, entries, top } = await countClosed(db, key, now)
  const places = top.map((entry, index) => [entry.id, { place: index + 1, plays: entry.plays }] as const)
  return { plays, entries, places: new Map(places) }
}

interface Parts {
  readonly stored: StoredChart | null
  readonly open: readonly OpenEntry[]
}

/** Reads both parts in one statement, so that they are of the same moment. */
async function selectParts(
  db: Db,
  { memberId, kind, days }: CountedChart,
  length: number,
  key?: ClosedKey,
): Promise<Parts> {
  // Entries of open days may move every listed one down.
  const listed =
    days.open === undefined
      ? sql`${length}::integer`
      : sql`(${length}::integer + (select count(*)::integer from opened))`
  const stored = key === undefined ? sql`null::json` : selectStored(key, listed)
  if (days.open === undefined) {
    const { rows } = await markPrepared(sql<Pick<Parts, 'stored'>>`select ${stored} as stored`).execute(db)
    return { stored: rows[0]?.stored ?? null, open: [] }
  }
  const { rows } = await markPrepared(sql<Parts>`
    with opened as materialized (${selectOpen(kind, memberId, days.open)}),
    closed as materialized (${selectBefore({ memberId, kind, days })})
    select ${stored} as stored, (
      select coalesce(json_agg(json_build_object('id', opened.id, 'plays', opened.plays, 'latest', opened.latest,
        'before', coalesce(closed.plays, 0))), '[]')
      from opened left join closed using (id)) as open`).execute(db)
  return rows[0] ?? { stored: null, open: [] }
}

/** Returns a query of the plays before the open days of the entries in `opened`. */
function selectBefore({ memberId, kind, days: { closed } }: CountedChart) {
  if (closed === undefined) return sql`select null::bigint as id, 0 as plays where false`
  if (closed.first !== null) return selectClosedPlays(kind, memberId, closed, sql`opened`)
  return sql`select opened.id, every.plays - opened.plays as plays
    from opened join (${selectAllPlays(kind, memberId, sql`opened`)}) as every on every.id = opened.id`
}

/** Returns the plays on closed days of entries, for those that have any. */
export async function countPlaysOfEntries(
  db: Db,
  { memberId, kind }: Pick<CountedChart, 'memberId' | 'kind'>,
  days: ClosedDays,
  entries: readonly ChartEntry[],
): Promise<ReadonlyMap<number, number>> {
  if (entries.length === 0) return new Map()
  const ids = sql`unnest(${entries.map((entry) => entry.id)}::bigint[])`
  const given =
    kind === 'tracks'
      ? sql`(select tracks.id, tracks.artist_id from ${ids} as given (id) join tracks on tracks.id = given.id)`
      : sql`(select given.id, given.id as artist_id from ${ids} as given (id))`
  const { rows } = await markPrepared(sql<{ id: number; plays: number }>`
    with given as materialized ${given}
    select id, plays from (${selectClosedPlays(kind, memberId, days, sql`given`)}) as played
    where plays > 0 and id in (select id from given)`).execute(db)
  return new Map(rows.map((row) => [row.id, row.plays]))
}
