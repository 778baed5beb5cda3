import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { toSource } from '#server/listening/index.ts'

const PAGE = 5000

/** Returns the months in which a member listened, in UTC, as 2026-11, oldest first. */
export async function listMonths(db: Db, memberId: number): Promise<readonly string[]> {
  // Seeks from month to month by the index instead of scanning all listens.
  const { rows } = await sql<{ month: string }>`
    with recursive months (starts_at) as (
      (select date_trunc('month', listened_at, 'UTC') from listens where member_id = ${memberId}
        order by listened_at limit 1)
      union all
      select (select date_trunc('month', listened_at, 'UTC') from listens where member_id = ${memberId}
          and listened_at >= (months.starts_at at time zone 'UTC' + interval '1 month') at time zone 'UTC'
        order by listened_at limit 1)
      from months where months.starts_at is not null)
    select to_char(starts_at at time zone 'UTC', 'YYYY-MM') as month from months where starts_at is not null`.execute(
    db,
  )
  return rows.map((row) => row.month)
}

/**
 * Returns the path of a month in ListenBrainz' exports: `listens/2026/11.jsonl`, without a leading
 * zero.
 */
export const toMonthPath = (month: string): string => {
  const [year, number] = month.split('-')
  return `listens/${year}/${Number(number)}.jsonl`
}

interface Row {
  listened_at: string
  seconds: number
  track_id: number
  title: string
  artist: string
  source: number
  recording_mbid: string | null
  artist_mbid: string | null
}

/**
 * Yields the listens of a month, one JSON object a line, in the layout of ListenBrainz' exports.
 */
export async function* readMonth(db: Db, memberId: number, month: string): AsyncGenerator<string> {
  const first = sql`${`${month}-01T00:00:00Z`}::timestamptz`
  const until = sql`(${`${month}-01`}::timestamp + interval '1 month') at time zone 'UTC'`
  let after = { listened_at: '-infinity', track_id: 0 }
  for (;;) {
    const { rows } = await sql<Row>`
      select listened_at::text, floor(extract(epoch from listened_at))::float8 as seconds, track_id, title, artists.name as artist,
        source, tracks.mbid as recording_mbid, artists.mbid as artist_mbid
      from listens join tracks on tracks.id = track_id join artists on artists.id = artist_id
      where member_id = ${memberId} and listened_at >= ${first} and listened_at < ${until}
        and (listened_at, track_id) > (${after.listened_at}::timestamptz, ${after.track_id}::bigint)
      order by listened_at, track_id limit ${PAGE}`.execute(db)
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(toListen(row))}\n`).join('')
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last
  }
}

const toListen = ({ seconds, artist, title, source, recording_mbid, artist_mbid }: Row) => ({
  listened_at: seconds,
  track_metadata: {
    artist_name: artist,
    track_name: title,
    additional_info: {
      submission_client: 'Flipside',
      original_source: toSource(source),
      ...(recording_mbid === null ? {} : { recording_mbid }),
      ...(artist_mbid === null ? {} : { artist_mbids: [artist_mbid] }),
    },
  },
})
