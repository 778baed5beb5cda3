import { type RawBuilder, sql } from 'kysely'
import type { Listen } from '#contract/listening/listens.ts'
import type { Db } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { toCoverPath } from '../catalogue/cover-path.ts'
import { isOfArtist } from '../catalogue/credits.ts'
import { selectIgnoredTracks } from '../catalogue/ignored.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'
import { trackUrl } from '../catalogue/track-url.ts'
import { hasReactedToListen } from '../reactions/store.ts'
import { type ListenKey, selectListenMicros, toListenId } from './listen-id.ts'
import { type DetailsRow, joinDetails, selectDetails } from './read-details.ts'
import { SOURCE_NUMBERS, type Source, toSource } from './sources.ts'

/** A page of a member's listens, newest first. */
interface ListensPage {
  readonly limit: number
  /** The cursor: only older listens. */
  readonly before?: ListenKey | undefined
  /** Only listens from a moment on. */
  readonly from?: Date | undefined
  /** Only listens before a moment. */
  readonly until?: Date | undefined
  readonly artistId?: number | undefined
  readonly source?: Source | undefined
  /** Sources and programs are left out: they concern the member only. */
  readonly isOthers: boolean
  /** Null: a visitor. */
  readonly viewerId: number | null
  readonly hasCovers: boolean
}

interface ListenRow extends DetailsRow {
  micros: number
  trackId: number
  track: string
  artistId: number
  artist: string
  source: number
  isReacted: boolean | null
}

export async function listListens(
  db: Db,
  memberId: number,
  page: ListensPage,
): Promise<Omit<Listen, 'links' | 'artists'>[]> {
  const viewer = page.isOthers ? undefined : memberId
  const { rows } = await sql<ListenRow>`
    select ${selectListenMicros} as micros, track_id as "trackId", ${selectOwnName('track', viewer)} as track, artists.id as "artistId",
      ${selectOwnName('artist', viewer)} as artist, source, ${selectDetails},
      ${selectReaction(memberId, page)} as "isReacted"
    from (${selectListens(memberId, page)}) as listen
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id ${joinDetails}
    order by listened_at desc, track_id desc`.execute(db)
  return rows.map((row) => toListen(row, page))
}

const selectReaction = (listenerId: number, { isOthers, viewerId }: ListensPage): RawBuilder<boolean | null> =>
  isOthers && viewerId !== null ? hasReactedToListen(viewerId, listenerId) : sql<null>`null`

function toListen(row: ListenRow, { isOthers, hasCovers }: ListensPage): Omit<Listen, 'links' | 'artists'> {
  const { trackId, artistId, albumId, track, artist, micros } = row
  return {
    id: toListenId({ micros, trackId }),
    listened_at: new Date(micros / 1000).toISOString(),
    track_id: trackId,
    track,
    artist_id: artistId,
    artist,
    album_id: albumId,
    album: row.album ?? '',
    cover: toCoverPath(hasCovers, { id: albumId, hasRelease: row.hasRelease }, 'small'),
    lastfmtrackurl: trackUrl(artist, track),
    source: isOthers ? '' : toSource(row.source),
    player: (!isOthers && row.player) || '',
    client: (!isOthers && row.client) || '',
    service: (!isOthers && row.service) || '',
    is_reacted: row.isReacted ?? undefined,
  }
}

/**
 * Returns a query for the listens on the page. Those to an artist or from a source are found by the
 * days that have some, newest first, so that the time does not depend on the other listens. The
 * inner limit makes the planner read day by day.
 */
function selectListens(memberId: number, page: ListensPage): RawBuilder<unknown> {
  const { artistId, source, limit } = page
  const where = sql`member_id = ${memberId} and ${isOnPage(page)}
    and ${source === undefined ? sql`true` : sql`source = ${SOURCE_NUMBERS[source]}`}
    and ${page.isOthers ? sql`track_id not in ${selectIgnoredTracks(memberId)}` : sql`true`}`
  const ofListens = sql`select listened_at, track_id, source, details_id from listens where ${where}`
  const newest = sql`listened_at desc, track_id desc limit ${limit}`
  if (artistId === undefined && source === undefined) return sql`${ofListens} order by ${newest}`
  const days =
    artistId === undefined
      ? sql`select day, null::bigint as of_track from source_days
          where member_id = ${memberId} and source = ${SOURCE_NUMBERS[source ?? 'played']}`
      : sql`select day, track_id as of_track from plays_daily
          where member_id = ${memberId} and ${isOfArtist('plays_daily.artist_id', artistId)} and ${hasSource(memberId, source)}`
  return sql`select own.* from (${days} and ${isDayOnPage(page)} order by day desc) as played
    cross join lateral (
      ${ofListens} and ${artistId === undefined ? sql`true` : sql`track_id = of_track`}
        and listened_at >= day::timestamp at time zone 'UTC'
        and listened_at < (day + 1)::timestamp at time zone 'UTC'
      order by ${newest}) as own
    order by day desc, ${newest}`
}

const hasSource = (memberId: number, source: Source | undefined): RawBuilder<unknown> =>
  source === undefined
    ? sql`true`
    : sql`exists (select from source_days where source_days.member_id = ${memberId}
        and source_days.source = ${SOURCE_NUMBERS[source]} and source_days.day = plays_daily.day)`

const isOnPage = ({ before, from, until }: ListensPage): RawBuilder<unknown> => sql`
  ${before === undefined ? sql`true` : sql`(listened_at, track_id) < (${fromMicros(sql`${before.micros}`)}, ${before.trackId}::bigint)`}
  and ${from === undefined ? sql`true` : sql`listened_at >= ${from}::timestamptz`}
  and ${until === undefined ? sql`true` : sql`listened_at < ${until}::timestamptz`}`

/** Returns the condition that some listens on a UTC `day` may be on the page. */
const isDayOnPage = ({ before, from, until }: ListensPage): RawBuilder<unknown> => {
  const toDay = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'UTC')::date`
  return sql`
    ${before === undefined ? sql`true` : sql`day <= ${toDay(fromMicros(sql`${before.micros}`))}`}
    and ${from === undefined ? sql`true` : sql`day >= ${toDay(sql`${from}::timestamptz`)}`}
    and ${until === undefined ? sql`true` : sql`day <= ${toDay(sql`${until}::timestamptz`)}`}`
}
