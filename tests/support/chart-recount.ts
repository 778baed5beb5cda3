import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** A stored listen with everything that charts count. */
export interface RawListen {
  readonly day: string
  readonly artists: number
  readonly tracks: number
  /** Null without an album. */
  readonly albums: number | null
}

/** Reads all listens of a member, without any table of counts. */
export async function readRawListens(server: TestServer, { id }: Pick<TestMember, 'id'>): Promise<RawListen[]> {
  const { rows } = await sql<RawListen>`
    select (listened_at at time zone 'UTC')::date::text as day, artist_id as artists, track_id as tracks,
      album_id as albums
    from listens join tracks on tracks.id = track_id left join listen_details on listen_details.id = details_id
    where listens.member_id = ${id}`.execute(server.db)
  return rows
}

interface Counted {
  readonly id: number
  readonly plays: number
  readonly latest: string
}

/**
 * Counts the listens of these days, inclusive, by artist, track or album. In the order of the
 * chart.
 */
export function countListens(
  listens: readonly RawListen[],
  kind: ChartKind,
  { from, until }: { readonly from: string; readonly until: string },
): Counted[] {
  const counts = new Map<number, Counted>()
  for (const listen of listens) {
    const id = listen[kind]
    if (id === null || listen.day < from || listen.day > until) continue
    const { plays = 0, latest = '' } = counts.get(id) ?? {}
    counts.set(id, { id, plays: plays + 1, latest: latest > listen.day ? latest : listen.day })
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.plays - a.plays || (kind === 'artists' ? 0 : Date.parse(b.latest) - Date.parse(a.latest)) || a.id - b.id,
  )
}

/** Returns the fields of a chart that are counted, from all listens. */
export function toChart(
  listens: readonly RawListen[],
  kind: ChartKind,
  { from, until }: { readonly from: string | null; readonly until: string },
  { isEndless }: { readonly isEndless: boolean },
) {
  const days = { from: from ?? '0001-01-01', until: isEndless ? '9999-12-31' : until }
  const counted = countListens(listens, kind, days)
  const length = from === null ? 0 : Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1
  const shift = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10)
  const previous = from === null ? null : { from: shift(from, -length), until: shift(from, -1) }
  const before = previous === null ? [] : countListens(listens, kind, previous)
  const listedBefore = before.slice(0, 1000)
  const sum = (rows: readonly Counted[]) => rows.reduce((all, row) => all + row.plays, 0)
  return {
    from,
    until,
    plays: sum(counted),
    entries: counted.length,
    previous: previous && { ...previous, plays: sum(before) },
    rows: counted.slice(0, 1000).map(({ id, plays }, index) => ({
      place: index + 1,
      id,
      plays,
      place_before: listedBefore.findIndex((row) => row.id === id) + 1 || null,
      plays_before: before.find((row) => row.id === id)?.plays ?? 0,
    })),
  }
}
