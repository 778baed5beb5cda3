import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX, type ChartRow, type MemberChart as Response } from '#contract/listening/member-chart.ts'
import type { Db } from '#server/db/open.ts'
import type { ChartWindow } from '../chart-window.ts'
import { listMusicNames } from '../music/names.ts'
import { isServed } from '../stored-charts.ts'
import { type DayRange, toPeriodDays, toRangeDays } from './days.ts'
import type { ChartEntry, RankedChart } from './merge.ts'
import { type ClosedPlaces, type CountedChart, countPlaysOfEntries, readChart, readClosedPlaces } from './read-chart.ts'
import { listServiceEntries } from './service-charts.ts'

/** A request for a page of a member's chart, of a sliding period or a range of days. */
export interface ChartPage {
  readonly memberId: number
  readonly kind: ChartKind
  readonly window: ChartWindow
  readonly range: DayRange | undefined
  readonly limit: number
  readonly offset: number
}

type Page = Omit<Response, 'hidden' | 'rows'> & { readonly rows: Omit<ChartRow, 'cover'>[] }

export async function getChartPage(db: Db, page: ChartPage): Promise<Page> {
  if (await isServed(db, page.memberId)) return getServicePage(db, page)
  const { memberId, kind, range, window, limit, offset } = page
  const days = range === undefined ? toPeriodDays(window) : toRangeDays(range, window.now)
  const chart = { memberId, kind, days }
  const ranked = await readChart(db, chart, offset + limit, window.now)
  const entries = ranked.top.slice(offset, offset + limit)
  const before = await readPrevious(db, chart, entries, window.now)
  const rows = await toRows(db, kind, { entries, offset }, before)
  const { from, until } = days
  return { rows, from, until, plays: ranked.plays, entries: ranked.entries, previous: before.totals, needs_listens: 0 }
}

/** The ranks and plays of the entries of a page in the previous period. */
interface Before {
  readonly totals: Response['previous']
  readonly places: ClosedPlaces['places']
  /** Of entries that are not listed. */
  readonly plays: ReadonlyMap<number, number>
}

const NOTHING_BEFORE: Before = { totals: null, places: new Map(), plays: new Map() }

async function readPrevious(db: Db, chart: CountedChart, entries: readonly ChartEntry[], now: Date): Promise<Before> {
  const { memberId, kind, days } = chart
  const { previous } = days
  if (previous === undefined) return NOTHING_BEFORE
  const ids = entries.map((entry) => entry.id)
  const closed = await readClosedPlaces(db, { memberId, kind, ...previous }, ids, now)
  const isComplete = closed.entries <= CHART_PLACES_MAX
  const unlisted = isComplete ? [] : entries.filter((entry) => !closed.places.has(entry.id))
  const totals = { from: previous.first, until: previous.last, plays: closed.plays }
  return { totals, places: closed.places, plays: await countPlaysOfEntries(db, chart, previous, unlisted) }
}

/** Returns a page of a chart that a music service fills: artists and tracks of sliding periods. */
async function getServicePage(db: Db, page: ChartPage): Promise<Page> {
  const { memberId, kind, window, range, limit, offset } = page
  const needsListens = kind === 'albums' || range !== undefined
  const entries = needsListens ? [] : (await listServiceEntries(db, memberId, kind, window.period)).slice(offset)
  const rows = await toRows(db, kind, { entries: entries.slice(0, limit), offset }, NOTHING_BEFORE)
  const { from, until } = range === undefined ? toPeriodDays(window) : toRangeDays(range, window.now)
  return { rows, from, until, plays: null, entries: null, previous: null, needs_listens: needsListens ? 1 : 0 }
}

/**
 * Returns the places of a chart for any member: counted from listens, or as a service counts them.
 */
export async function readPlaces(
  db: Db,
  memberId: number,
  kind: 'artists' | 'tracks',
  window: ChartWindow,
  length: number,
): Promise<RankedChart['top']> {
  if (await isServed(db, memberId)) return listServiceEntries(db, memberId, kind, window.period)
  return (await readChart(db, { memberId, kind, days: toPeriodDays(window) }, length, window.now)).top
}

async function toRows(
  db: Db,
  kind: ChartKind,
  { entries, offset }: { readonly entries: readonly ChartEntry[]; readonly offset: number },
  before: Before,
): Promise<Page['rows']> {
  const names = await listMusicNames(
    db,
    kind,
    entries.map((entry) => entry.id),
  )
  return entries.flatMap(({ id, plays }, index) => {
    const name = names.get(id)
    if (name === undefined) return []
    const listed = before.places.get(id)
    const [place_before, plays_before] = [listed?.place ?? null, listed?.plays ?? before.plays.get(id) ?? 0]
    return [{ place: offset + index + 1, ...name, plays, place_before, plays_before }]
  })
}
