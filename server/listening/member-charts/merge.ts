import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX } from '#contract/listening/member-chart.ts'

export interface ChartEntry {
  readonly id: number
  readonly plays: number
  /** The last UTC day on which it was played. Null for artists, which are not ranked by it. */
  readonly latest: string | null
}

/** A chart of closed days: its first entries by rank, and the totals of all. */
export interface RankedChart {
  readonly plays: number
  readonly entries: number
  readonly top: readonly ChartEntry[]
}

/** An entry that was played on open days. */
export interface OpenEntry extends ChartEntry {
  /** Its plays on closed days. */
  readonly before: number
}

/**
 * Adds the plays of open days to a chart of closed days. The first 1,000 places are exact: entries
 * that the closed chart does not list have fewer plays than all that it lists, unless they were
 * played on an open day, and then their plays on closed days are given.
 */
export function mergeOpenDays(kind: ChartKind, closed: RankedChart, open: readonly OpenEntry[]): RankedChart {
  if (open.length === 0) return closed
  const opened = new Set(open.map((entry) => entry.id))
  const merged = [
    ...closed.top.filter((entry) => !opened.has(entry.id)),
    ...open.map(({ id, plays, before, latest }) => ({ id, plays: plays + before, latest })),
  ]
  return {
    plays: closed.plays + open.reduce((sum, entry) => sum + entry.plays, 0),
    entries: closed.entries + open.filter((entry) => entry.before === 0).length,
    top: merged.toSorted(kind === 'artists' ? compareArtists : compareByDay).slice(0, CHART_PLACES_MAX),
  }
}

const compareArtists = (a: ChartEntry, b: ChartEntry) => b.plays - a.plays || a.id - b.id

/** Days are ISO 8601, so that they compare as text. */
const compareByDay = (a: ChartEntry, b: ChartEntry) =>
  b.plays - a.plays ||
  Number((a.latest ?? '') < (b.latest ?? '')) - Number((a.latest ?? '') > (b.latest ?? '')) ||
  a.id - b.id
