import { sql } from 'kysely'
import type { TestServer } from './test-server.ts'

/*
 * Sums over the rows of `listens`, in plain code: shares no query and no count table with what the
 * server reads.
 */

/** A stored listen, with what screens count. */
export interface RawRow {
  readonly memberId: number
  readonly at: Date
  readonly track: number
  readonly album: number | null
  /** One, or those of a credit. */
  readonly artists: readonly number[]
  readonly lengthMs: number | null
  readonly source: number
  /** Whether the member ignores one of the artists, or the credit. */
  readonly isIgnored: boolean
}

/** A listen of one member, with the wall time of a calendar. */
export interface ZonedRow extends RawRow {
  readonly day: string
  readonly hour: number
}

/** Reads the listens of all members. */
export async function readRawRows({ db }: TestServer): Promise<RawRow[]> {
  const credits = Map.groupBy(await db.selectFrom('artist_credits').selectAll().execute(), (row) => row.credit_id)
  const ignored = new Set(
    (await db.selectFrom('ignored_artists').selectAll().execute()).map((row) => `${row.member_id} ${row.artist_id}`),
  )
  const { rows } = await sql<Omit<RawRow, 'artists' | 'isIgnored'> & { artist: number }>`
    select listens.member_id as "memberId", listened_at as at, track_id as track, album_id as album, artist_id as artist,
      duration_ms as "lengthMs", source
    from listens join tracks on tracks.id = track_id left join listen_details on listen_details.id = details_id`.execute(
    db,
  )
  return rows.map(({ artist, ...row }) => {
    const artists = (credits.get(artist) ?? [{ artist_id: artist }]).map((credit) => credit.artist_id)
    return { ...row, artists, isIgnored: [artist, ...artists].some((id) => ignored.has(`${row.memberId} ${id}`)) }
  })
}

/** Returns the days and hours that Node's calendar has for listens. */
export function toZoned(rows: readonly RawRow[], timeZone: string): ZonedRow[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return rows.map((row) => {
    const [day = '', time = ''] = format.format(row.at).split(' ')
    return { ...row, day, hour: Number(time.slice(0, 2)) }
  })
}

/** Counts rows by each of their keys. */
export function sumBy<T>(rows: readonly T[], toKeys: (row: T) => readonly (number | string)[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const row of rows) for (const key of toKeys(row)) sums[key] = (sums[key] ?? 0) + 1
  return sums
}

/** The keys by which charts of a kind count a listen. */
export const chartKeys = {
  artists: ({ artists }: RawRow) => artists,
  tracks: ({ track }: RawRow) => [track],
  albums: ({ album }: RawRow) => (album === null ? [] : [album]),
} as const

/** Returns the time listened, as screens show it. */
export const sumTime = (rows: readonly RawRow[]) => ({
  minutes: Math.round(rows.reduce((sum, { lengthMs }) => sum + (lengthMs ?? 0), 0) / 60_000),
  unmeasured: rows.filter(({ lengthMs }) => lengthMs === null).length,
})

/** Returns the fields of a recap that count listens. */
export function sumRecap(
  all: readonly ZonedRow[],
  { first, last }: { readonly first: string; readonly last: string },
  before: { readonly first: string; readonly last: string },
) {
  const within = all.filter(({ day }) => day >= first && day <= last)
  const known = new Set(all.filter(({ day }) => day < first).flatMap(({ artists }) => artists))
  const count = (kind: keyof typeof chartKeys) => Object.keys(sumBy(within, chartKeys[kind])).length
  return {
    ...sumTime(within),
    first_day: all.reduce<string | null>((oldest, { day }) => (oldest === null || day < oldest ? day : oldest), null),
    plays: within.length,
    plays_before: all.filter(({ day }) => day >= before.first && day <= before.last).length,
    artists: count('artists'),
    tracks: count('tracks'),
    albums: count('albums'),
    days: sumBy(within, ({ day }) => [day]),
    hours: sumBy(within, ({ hour }) => [hour]),
    listening_days: new Set(within.map(({ day }) => day)).size,
    new_artists: new Set(within.flatMap(({ artists }) => artists.filter((id) => !known.has(id)))).size,
  }
}
