import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import {
  type DetailsRow,
  joinDetails,
  selectDetails,
  selectOwnName,
  toAdditionalInfo,
  toDetails,
  toSource,
} from '#server/listening/index.ts'

const PAGE = 5000

/** Returns the months in which a member listened, in UTC, as 2026-11, oldest first. */
export async function listMonths(db: Db, memberId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ month: string }>`select distinct to_char(day, 'YYYY-MM') as month from source_days
    where member_id = ${memberId} order by month`.execute(db)
  return rows.map((row) => row.month)
}

/**
 * Returns a month's path in ListenBrainz' exports: `listens/2026/11.jsonl`, without a leading zero.
 */
export const toMonthPath = (month: string): string => {
  const [year, number] = month.split('-')
  return `listens/${year}/${Number(number)}.jsonl`
}

interface Row extends DetailsRow {
  listened_at: string
  seconds: number
  track_id: number
  title: string
  artist: string
  source: number
  track_mbid: string | null
  artist_mbid: string | null
}

/** Yields a month's listens, one JSON object a line, in ListenBrainz' export layout. */
export async function* readMonth(db: Db, memberId: number, month: string): AsyncGenerator<string> {
  const first = sql`${`${month}-01T00:00:00Z`}::timestamptz`
  const until = sql`(${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'`
  let after = { listened_at: '-infinity', track_id: 0 }
  for (;;) {
    const { rows } = await sql<Row>`
      select listened_at::text, floor(extract(epoch from listened_at))::float8 as seconds, track_id,
        ${selectOwnName('track', memberId)} as title, ${selectOwnName('artist', memberId)} as artist, source, tracks.mbid as track_mbid, artists.mbid as artist_mbid, ${selectDetails}
      from listens as listen join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
        ${joinDetails}
      where listen.member_id = ${memberId} and listened_at >= ${first} and listened_at < ${until}
        and (listened_at, track_id) > (${after.listened_at}::timestamptz, ${after.track_id}::bigint)
      order by listened_at, track_id limit ${PAGE}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toListen(row))}\n`).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}

/** Returns a listen; MBIDs that it was not sent with are the artist's and the track's here. */
function toListen({ seconds, artist, title, source, track_mbid, artist_mbid, ...row }: Row) {
  const { artistMbids, recordingMbid, ...rest } = toDetails(row)
  const details = {
    ...rest,
    artistMbids: artistMbids ?? (artist_mbid === null ? undefined : [artist_mbid]),
    recordingMbid: recordingMbid ?? track_mbid ?? undefined,
  }
  return {
    listened_at: seconds,
    track_metadata: {
      artist_name: artist,
      track_name: title,
      release_name: details.album,
      additional_info: {
        submission_client: 'Flipside',
        original_submission_client: details.client,
        original_source: toSource(source),
        ...toAdditionalInfo(details),
      },
    },
  }
}
