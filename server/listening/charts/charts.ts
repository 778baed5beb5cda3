import { type RawBuilder, sql } from 'kysely'
import type { TopArtist, TopTrack } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { selectDepth } from '../catalogue/select-depth.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'
import { trackUrl } from '../catalogue/track-url.ts'
import { getFirstDay } from '../days.ts'
import { countsStoredListens, isServed, PERIOD_NUMBERS } from '../listens/served-by.ts'
import { readPlaces } from './chart.ts'
import { type ChartWindow, toPeriodDays } from './days.ts'
import type { ChartEntry } from './read-chart.ts'
import { findSpans, selectPlaysWithin } from './span.ts'

/**
 * Returns a member's most played tracks, under the member's own names; ties are ordered by latest play, or by the rank in the
 * service's chart.
 */
export async function listTopTracks(db: Db, memberId: number, window: ChartWindow, limit: number): Promise<TopTrack[]> {
  const places = await readPlaces(db, memberId, 'tracks', window, limit)
  const { ids, plays } = toColumns(places.slice(0, limit))
  const { rows } = await markPrepared(sql<{ id: number; track: string; artist: string; playcount: number }>`
    select tracks.id, ${selectOwnName('track', memberId)} as track, ${selectOwnName('artist', memberId)} as artist, top.plays as playcount
    from unnest(${ids}::bigint[], ${plays}::integer[]) with ordinality as top (id, plays, place)
    join tracks on tracks.id = top.id join artists on artists.id = tracks.artist_id
    order by top.place`).execute(db)
  return rows.map((row) => ({ ...row, lastfmtrackurl: trackUrl(row.artist, row.track) }))
}

/**
 * Returns a member's most played artists; `scrobbles` are the member's. The depth is for all time,
 * for any window. The names are the member's own if the member is the viewer.
 */
export async function listTopArtists(
  db: Db,
  memberId: number,
  window: ChartWindow,
  limit: number,
  viewerId?: number,
): Promise<TopArtist[]> {
  const places = await readPlaces(db, memberId, 'artists', window, limit)
  const { ids, plays } = toColumns(places.slice(0, limit))
  const columns = { artist: 'artists.id', member: sql`${memberId}::bigint`, heard: 'heard.tracks_heard' }
  const { rows } = await markPrepared(sql<ArtistRow>`
    select artists.id, ${selectOwnName('artist', viewerId === memberId ? memberId : undefined)} as name, top.plays as scrobbles, explored.*
    from unnest(${ids}::bigint[], ${plays}::integer[]) with ordinality as top (id, plays, place)
    join artists on artists.id = top.id
    left join artist_plays as heard on heard.member_id = ${memberId} and heard.artist_id = top.id
    cross join lateral (${selectDepth(columns)}) as explored
    order by top.place`).execute(db)
  return rows.map(toTopArtist)
}

/** A row with the columns for `selectDepth`. */
export interface ArtistRow {
  readonly id: number
  readonly name: string
  readonly scrobbles: number
  readonly known_tracks: number
  readonly depth: number | null
}

export const toTopArtist = ({ id, name, scrobbles, known_tracks, depth }: ArtistRow): TopArtist => ({
  id,
  name,
  imageUrl: '',
  scrobbles,
  known_tracks,
  ...(depth !== null && { depth }),
})

const toColumns = (entries: readonly ChartEntry[]) => ({
  ids: entries.map((entry) => entry.id),
  plays: entries.map((entry) => entry.plays),
})

export async function countPlays(db: Db, memberId: number, artistId: number, window: ChartWindow): Promise<number> {
  const { span } = await findSpans(db, toPeriodDays(window), window)
  const counted =
    span === null || (await isServed(db, memberId))
      ? playsIn(window, artistId, sql`member_id = ${memberId}`)
      : sql`(select plays from (${selectPlaysWithin(memberId, span)}) as within where ${isOfArtist('artist_id', artistId)})`
  const { rows } = await sql<{ plays: number }>`
    select coalesce(sum(plays), 0) as plays from ${counted} as counted`.execute(db)
  return rows[0]?.plays ?? 0
}

/**
 * Returns a query for an artist's plays within a window, by `member_id`, for rows where `where` is
 * true; it may refer to the table as `counted`. If a service fills a member's charts, only these
 * count, not the listens stored here. All-time plays are stored as one row per member and artist, for
 * any source; periods per day, or as the service counts them.
 */
export function playsIn(window: ChartWindow, artistId: number, where: RawBuilder<unknown>): RawBuilder<unknown> {
  const isOfOne = sql`artist_id = ${artistId} and ${where}`
  if (window.period === 'overall') return sql`(select member_id, plays from artist_plays as counted where ${isOfOne})`
  return sql`(select member_id, plays from plays_daily as counted
      where ${isOfArtist('counted.artist_id', artistId)} and ${where} and ${isWithin(window)}
        and ${countsStoredListens('counted.member_id')} and not ${isIgnored('counted.member_id', sql`counted.artist_id`)}
    union all select member_id, plays from chart_artists as counted
      where ${isOfOne} and period = ${periodNumber(window)}
        and not ${isIgnored('counted.member_id', sql`counted.artist_id`)})`
}

function isWithin({ period, now }: ChartWindow): RawBuilder<boolean> {
  const first = getFirstDay(period, now)
  return first === null ? sql<boolean>`true` : sql<boolean>`day >= ${first}::date`
}

const periodNumber = ({ period }: ChartWindow) => sql.lit(PERIOD_NUMBERS[period])
