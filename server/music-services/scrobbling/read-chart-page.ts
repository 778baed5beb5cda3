import { sql } from 'kysely'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { CHART_PLACES_MAX, type ChartRow } from '#contract/listening/member-chart.ts'
import type { Db } from '#server/db/open.ts'
import type { Api } from '#server/http/api.ts'
import { takeLimits } from '#server/http/limits.ts'
import { type ChartPage, getChartPage } from '#server/listening/charts/chart.ts'
import { aggregateBeforeRead } from './aggregate-inbox.ts'
import { listOwnDetails } from './own-details.ts'

export interface ChartRowWithMbids extends Omit<ChartRow, 'cover' | 'artists'> {
  readonly artistMbid: string | null
  /** For an artist or a track; albums have none. */
  readonly mbid: string | null
  /** The album in the latest listen of a track; null for others, and without one. */
  readonly album: string | null
}

interface ReadChartPage {
  readonly rows: readonly ChartRowWithMbids[]
  /** The number of entries in the chart, at most `CHART_PLACES_MAX`. */
  readonly total: number
}

/**
 * Reads a page of a member's own chart for a player, with pending scrobbles. Throws a Refusal 429
 * by the chart limit, since a range may count all listens.
 */
export async function readChartPage(
  api: Api,
  page: Omit<ChartPage, 'window'> & Partial<ChartPage>,
): Promise<ReadChartPage> {
  const now = api.now()
  await takeLimits(api, ['memberCharts'], { member: page.memberId }, now)
  await aggregateBeforeRead(api, page.memberId)
  if (page.offset >= CHART_PLACES_MAX) return { rows: [], total: await countEntries(api.db, page, now) }
  const { rows, entries } = await getChartPage(api.db, { window: { period: 'overall', now }, ...page })
  const mbids = await listMbids(api.db, page.kind, rows)
  const ids = rows.map((row) => row.id)
  const own = page.kind === 'albums' ? undefined : await listOwnDetails(api.db, page.memberId, page.kind, ids)
  return {
    rows: rows.map((row) => {
      const { artistMbids, recordingMbid = null, album = null } = own?.get(row.id) ?? {}
      const artistMbid = mbids.artists.get(row.artist_id) ?? (artistMbids?.length === 1 ? artistMbids[0] : null) ?? null
      const mbid = mbids.entries.get(row.id) ?? (page.kind === 'artists' ? artistMbid : recordingMbid)
      return { ...row, artistMbid, mbid, album: page.kind === 'tracks' ? album : null }
    }),
    total: Math.min(entries ?? page.offset + rows.length, CHART_PLACES_MAX),
  }
}

async function countEntries(db: Db, page: Omit<ChartPage, 'window'> & Partial<ChartPage>, now: Date): Promise<number> {
  const first = { window: { period: 'overall', now } as const, ...page, limit: 1, offset: 0 }
  const { entries, rows } = await getChartPage(db, first)
  return Math.min(entries ?? rows.length, CHART_PLACES_MAX)
}

interface Mbids {
  readonly artists: ReadonlyMap<number, string>
  readonly entries: ReadonlyMap<number, string>
}

async function listMbids(
  db: Db,
  kind: ChartKind,
  rows: readonly Omit<ChartRow, 'cover' | 'artists'>[],
): Promise<Mbids> {
  const list = async (table: 'artists' | 'tracks', ids: readonly number[]) => {
    const found = await sql<{ id: number; mbid: string }>`select id, mbid from ${sql.table(table)}
      where id = any(${ids}::bigint[]) and mbid is not null`.execute(db)
    return new Map(found.rows.map(({ id, mbid }) => [id, mbid]))
  }
  const artists = await list(
    'artists',
    rows.map((row) => row.artist_id),
  )
  if (kind !== 'tracks') return { artists, entries: kind === 'artists' ? artists : new Map() }
  return {
    artists,
    entries: await list(
      'tracks',
      rows.map((row) => row.id),
    ),
  }
}
