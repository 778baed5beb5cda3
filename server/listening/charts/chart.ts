import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX, type ChartRow, type MemberChart as Response } from '#contract/listening/member-chart.ts'
import type { Db } from '#server/db/open.ts'
import { listMusicNames } from '../catalogue/names.ts'
import { isServed } from '../listens/served-by.ts'
import { type ChartWindow, type CountedDays, type DayRange, toPeriodDays, toRangeDays } from './days.ts'
import { type ChartEntry, type ChartPlaces, type CountedChart, findPlaces, readChart } from './read-chart.ts'
import { listServiceEntries } from './service-charts.ts'
import { findSpans } from './span.ts'

/** A request for a page of a member's chart, for a sliding period or a range of days. */
export interface ChartPage {
  readonly memberId: number
  /** The member sees the own names. */
  readonly viewerId?: number
  readonly kind: ChartKind
  readonly window: ChartWindow
  readonly range: DayRange | undefined
  readonly limit: number
  readonly offset: number
}

type Page = Omit<Response, 'hidden' | 'rows'> & { readonly rows: Omit<ChartRow, 'cover' | 'links' | 'artists'>[] }

export async function getChartPage(db: Db, page: ChartPage): Promise<Page> {
  if (await isServed(db, page.memberId)) return getServicePage(db, page)
  const { memberId, kind, window, limit, offset } = page
  const days = toCountedDays(page)
  const { span, before: spanBefore } = await findSpans(db, days, window)
  const chart = { memberId, kind, span }
  const ranked = await readChart(db, chart, Math.min(offset + limit, CHART_PLACES_MAX))
  const entries = ranked.top.slice(offset)
  const before = await readPrevious(db, { ...chart, span: spanBefore }, days.previous, entries)
  const rows = await toRows(db, page, { entries, offset }, before.entries)
  const { from, until } = days
  return { rows, from, until, plays: ranked.plays, entries: ranked.entries, previous: before.totals, needs_listens: 0 }
}

/** The previous period's total, and its ranks and plays for the entries on a page. */
interface Before {
  readonly totals: Response['previous']
  readonly entries: ChartPlaces['entries']
}

async function readPrevious(
  db: Db,
  chart: CountedChart,
  days: CountedDays['previous'],
  entries: readonly ChartEntry[],
): Promise<Before> {
  if (days === undefined) return { totals: null, entries: [] }
  const ids = entries.map((entry) => entry.id)
  const before = await findPlaces(db, chart, ids)
  return { totals: { from: days.first, until: days.last, plays: before.plays }, entries: before.entries }
}

export const toCountedDays = ({ range, window }: Pick<ChartPage, 'range' | 'window'>): CountedDays =>
  range === undefined ? toPeriodDays(window) : toRangeDays(range, window)

/** Returns a page of a chart that a music service fills: artists and tracks for sliding periods. */
async function getServicePage(db: Db, page: ChartPage): Promise<Page> {
  const { memberId, kind, window, range, limit, offset } = page
  const needsListens = kind === 'albums' || range !== undefined
  const entries = needsListens ? [] : (await listServiceEntries(db, memberId, kind, window.period)).slice(offset)
  const rows = await toRows(db, page, { entries: entries.slice(0, limit), offset }, [])
  const { from, until } = toCountedDays(page)
  return { rows, from, until, plays: null, entries: null, previous: null, needs_listens: needsListens ? 1 : 0 }
}

/**
 * Returns the first places in a chart for any member: counted from listens, or as a service counts
 * them.
 */
export async function readPlaces(
  db: Db,
  memberId: number,
  kind: 'artists' | 'tracks',
  window: ChartWindow,
  length: number,
): Promise<readonly ChartEntry[]> {
  if (await isServed(db, memberId)) return listServiceEntries(db, memberId, kind, window.period)
  const { span } = await findSpans(db, toPeriodDays(window), window)
  return (await readChart(db, { memberId, kind, span }, length)).top
}

async function toRows(
  db: Db,
  { kind, memberId, viewerId }: ChartPage,
  { entries, offset }: { readonly entries: readonly ChartEntry[]; readonly offset: number },
  entriesBefore: Before['entries'],
): Promise<Page['rows']> {
  const ids = entries.map((entry) => entry.id)
  const names = await listMusicNames(db, kind, ids, viewerId === memberId ? memberId : undefined)
  const before = new Map(entriesBefore.map((entry) => [entry.id, entry]))
  return entries.flatMap(({ id, plays }, index) => {
    const name = names.get(id)
    if (name === undefined) return []
    const { place: place_before = null, plays: plays_before = 0 } = before.get(id) ?? {}
    return [{ place: offset + index + 1, ...name, plays, place_before, plays_before }]
  })
}
