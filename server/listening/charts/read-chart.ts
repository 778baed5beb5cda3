import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'
import type { Db } from '#server/db/open.ts'
import { byRank, selectCounted, selectTotal } from './kinds.ts'
import type { ChartSpan } from './span.ts'

export interface CountedChart {
  readonly memberId: number
  readonly kind: ChartKind
  /** Null: all time. */
  readonly span: ChartSpan | null
}

export interface ChartEntry {
  readonly id: number
  readonly plays: number
}

/** The first chart entries by rank, and the totals over all. */
interface RankedChart {
  readonly plays: number
  readonly entries: number
  readonly top: readonly ChartEntry[]
}

/** Counts a chart, up to its first `length` places. */
export async function readChart(db: Db, { memberId, kind, span }: CountedChart, length: number): Promise<RankedChart> {
  const { rows } = await sql<RankedChart>`
    with ${selectCounted(kind, memberId, span)},
    top as (select id, plays, latest from counted order by ${byRank(kind)} limit ${length})
    select ${selectTotal(kind, memberId, span)} as plays, count(*) as entries, (
      select coalesce(json_agg(json_build_object('id', id, 'plays', plays) order by ${byRank(kind)}), '[]') from top) as top
    from counted`.execute(db)
  return rows[0] ?? { plays: 0, entries: 0, top: [] }
}

/** The chart total, and some entries with their places: null beyond the last one. */
export interface ChartPlaces {
  readonly plays: number
  readonly entries: readonly (ChartEntry & { readonly place: number | null })[]
}

/** Counts a chart and returns the places of these entries, as far as it has them. */
export async function findPlaces(
  db: Db,
  { memberId, kind, span }: CountedChart,
  ids: readonly number[],
): Promise<ChartPlaces> {
  const { rows } = await sql<ChartPlaces>`
    with ${selectCounted(kind, memberId, span)},
    ranked as (select id, plays, row_number() over (order by ${byRank(kind)}) as place from counted)
    select ${selectTotal(kind, memberId, span)} as plays, coalesce(json_agg(json_build_object('id', id, 'plays', plays,
        'place', case when place <= ${sql.lit(CHART_PLACES_MAX)} then place end))
      filter (where id = any(${ids}::bigint[])), '[]') as entries
    from ranked`.execute(db)
  return rows[0] ?? { plays: 0, entries: [] }
}
