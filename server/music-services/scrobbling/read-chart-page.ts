import { sql } from 'kysely'
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

type Page = Omit<ChartPage, 'window'> & Partial<ChartPage>

/**
 * Reads a page of a member's own chart for a player, with pending scrobbles. Throws a Refusal 429
 * by the chart limit, since a range may count all listens.
 */
export async function readChartPage(api: Api, page: Page): Promise<ReadChartPage> {
  const { db } = api
  const { kind, memberId, offset } = page
  const now = api.now()
  await takeLimits(api, ['memberCharts'], { member: memberId }, now)
  await aggregateBeforeRead(api, memberId)
  const window = { period: 'overall', now } as const
  const isBehind = offset >= CHART_PLACES_MAX
  const { rows, entries } = await getChartPage(db, { window, ...page, ...(isBehind && { limit: 1, offset: 0 }) })
  if (isBehind) return { rows: [], total: Math.min(entries ?? rows.length, CHART_PLACES_MAX) }
  const ids = rows.map((row) => row.id)
  const artistIds = rows.map((row) => row.artist_id)
  const artistMbids = await listMbids(db, 'artists', artistIds)
  const trackMbids = kind === 'tracks' ? await listMbids(db, 'tracks', ids) : undefined
  const own = kind === 'albums' ? undefined : await listOwnDetails(db, memberId, kind, ids)
  return {
    rows: rows.map((row) => {
      const { artistMbids: sent, recordingMbid = null, album = null } = own?.get(row.id) ?? {}
      const artistMbid = artistMbids.get(row.artist_id) ?? (sent?.length === 1 ? sent[0] : null) ?? null
      if (kind === 'tracks') return { ...row, artistMbid, mbid: trackMbids?.get(row.id) ?? recordingMbid, album }
      return { ...row, artistMbid, mbid: kind === 'artists' ? artistMbid : null, album: null }
    }),
    total: Math.min(entries ?? offset + rows.length, CHART_PLACES_MAX),
  }
}

async function listMbids(
  db: Db,
  table: 'artists' | 'tracks',
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; mbid: string }>`select id, mbid from ${sql.table(table)}
    where id = any(${ids}::bigint[]) and mbid is not null`.execute(db)
  return new Map(rows.map(({ id, mbid }) => [id, mbid]))
}
