import { DAY_MS } from '#contract/durations.ts'
import { Period } from '#contract/wire.ts'
import { toDay } from '#server/listening/days.ts'
import { ServiceFailure, type ServiceFailureCode } from '../service-failure.ts'
import type { FetchedCharts, PeriodCharts } from './replace-charts.ts'
import { DAYS_BACK, type Source } from './source.ts'

export interface Fetched extends FetchedCharts {
  /** The time at which the oldest chart was counted. */
  readonly freshAt: Date
  /** The failure in one part, if the rest could be fetched. */
  readonly failure: ServiceFailureCode | null
  /** Approximate storage size in bytes. */
  readonly bytes: number
}

/**
 * Days are recounted from this many days before the end of the complete ones: scrobbles from a phone
 * without a network arrive late.
 */
const LATE_DAYS = 7

/**
 * Fetches all charts and days from a source. Days are complete up to `last`. A period without
 * statistics and hidden days are omitted and reported; any other {@link ServiceFailure} is thrown,
 * without a result.
 */
export async function fetchCharts(source: Source, account: string, now: Date, last: Date | null): Promise<Fetched> {
  const periods: PeriodCharts[] = []
  let failure: ServiceFailureCode | null = null
  for (const period of Period.options) {
    try {
      const artists = await source.fetchArtists(account, period)
      const tracks = await source.fetchTracks(account, period)
      failure ??= artists.remark ?? tracks.remark ?? null
      periods.push({ period, artists, tracks })
    } catch (error) {
      failure = toPartialFailure(error)
    }
  }
  const days = await source.fetchDays(account, firstDay(now, last)).catch((error: unknown) => {
    failure = toPartialFailure(error)
    return undefined
  })
  const asOf = periods.flatMap((period) => [period.artists.asOf.getTime(), period.tracks.asOf.getTime()])
  const charts = { periods, days }
  return { ...charts, failure, freshAt: new Date(Math.min(now.getTime(), ...asOf)), bytes: countBytes(charts) }
}

/** Returns the failure code for a part that may be omitted; rethrows any other error. */
function toPartialFailure(error: unknown): ServiceFailureCode {
  const isPartial =
    error instanceof ServiceFailure && (error.code === 'no_statistics_yet' || error.code === 'private_profile')
  if (isPartial) return error.code
  throw error
}

function firstDay(now: Date, last: Date | null): string {
  const back = now.getTime() - DAYS_BACK * DAY_MS
  return toDay(new Date(last === null ? back : Math.max(back, last.getTime() - LATE_DAYS * DAY_MS)))
}

/** The size of the numbers in a row, in bytes; names are counted by their length. */
const ROW_BYTES = 16
function countBytes({ periods, days }: FetchedCharts): number {
  const names = periods.flatMap(({ artists, tracks }) => [
    ...artists.entries.map((it) => it.name),
    ...tracks.entries.map((entry) => entry.artist + entry.title),
  ])
  return names.reduce((sum, name) => sum + name.length + ROW_BYTES, (days?.counts.length ?? 0) * ROW_BYTES)
}
