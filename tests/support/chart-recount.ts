import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { DaySpan } from '#contract/listening/chart-periods.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** A stored listen with everything that charts count. */
export interface RawListen {
  /** The day that a calendar shows. */
  readonly day: string
  readonly utcDay: string
  /** One, or a credit's. */
  readonly artists: readonly number[]
  readonly tracks: number
  /** Null without an album. */
  readonly albums: number | null
}

/** Reads all of a member's listens, without any count table. Days are from Node's calendar. */
export async function readRawListens(
  server: TestServer,
  { id }: Pick<TestMember, 'id'>,
  timeZone = 'UTC',
): Promise<RawListen[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const { rows } = await sql<Omit<RawListen, 'day' | 'utcDay'> & { at: Date }>`
    select listened_at as at, track_id as tracks, album_id as albums,
      (select coalesce(json_agg(artist_id), json_build_array(tracks.artist_id)) from artist_credits
        where credit_id = tracks.artist_id) as artists
    from listens join tracks on tracks.id = track_id left join listen_details on listen_details.id = details_id
    where listens.member_id = ${id}`.execute(server.db)
  return rows.map(({ at, ...row }) => ({ ...row, day: format.format(at), utcDay: at.toISOString().slice(0, 10) }))
}

interface Counted {
  readonly id: number
  readonly plays: number
  readonly latest: string
}

/** Counts the listens on these days, inclusive, by artist, track or album. In chart order. */
export function countListens(
  listens: readonly RawListen[],
  kind: ChartKind,
  { from, until }: { readonly from: string; readonly until: string },
): Counted[] {
  const counts = new Map<number, Counted>()
  for (const listen of listens)
    for (const id of [listen[kind]].flat()) {
      if (id === null || listen.day < from || listen.day > until) continue
      const { plays = 0, latest = '' } = counts.get(id) ?? {}
      counts.set(id, { id, plays: plays + 1, latest: latest > listen.utcDay ? latest : listen.utcDay })
    }
  return [...counts.values()].sort(
    (a, b) =>
      b.plays - a.plays || (kind === 'artists' ? 0 : Date.parse(b.latest) - Date.parse(a.latest)) || a.id - b.id,
  )
}

interface CountedDays {
  readonly from: string | null
  readonly until: string
  /** The days that the chart is compared with. */
  readonly previous: DaySpan | undefined
}

/** Returns a chart's counted fields, from all listens. */
export function toChart(
  listens: readonly RawListen[],
  kind: ChartKind,
  { from, until, previous }: CountedDays,
  { isEndless }: { readonly isEndless: boolean },
) {
  const days = { from: from ?? '0001-01-01', until: isEndless ? '9999-12-31' : until }
  const counted = countListens(listens, kind, days)
  const compared = previous === undefined ? null : { from: previous.first, until: previous.last }
  const before = compared === null ? [] : countListens(listens, kind, compared)
  const listedBefore = before.slice(0, 1000)
  const countPlays = (span: DaySpan) =>
    listens.filter((listen) => listen[kind] !== null && listen.day >= span.first && listen.day <= span.last).length
  return {
    from,
    until,
    plays: countPlays({ first: days.from, last: days.until }),
    entries: counted.length,
    previous: compared && { ...compared, plays: previous === undefined ? 0 : countPlays(previous) },
    rows: counted.slice(0, 1000).map(({ id, plays }, index) => ({
      place: index + 1,
      id,
      plays,
      place_before: listedBefore.findIndex((row) => row.id === id) + 1 || null,
      plays_before: before.find((row) => row.id === id)?.plays ?? 0,
    })),
  }
}
