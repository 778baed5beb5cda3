import { sql } from 'kysely'
import type { getTrackBroadcasts } from '#contract/broadcasts/track-broadcasts.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { isVisible } from './feed.ts'

type TrackBroadcast = ResponseOf<typeof getTrackBroadcasts>['broadcasts'][number]

type Row = Omit<TrackBroadcast, 'timestamp' | 'pfpsm'> & { created_at: Date; picture_url: string | null }

const LENGTH = 20

/** Returns a track's newest visible broadcasts in any spelling. */
export async function listBroadcastsOfTrack(
  db: Db,
  trackId: number,
  viewerId: number | null,
): Promise<TrackBroadcast[]> {
  const { rows } = await sql<Row>`
    select shared.id, name as user, shared.title, shared.likes, shared.created_at, picture_url
    from (
      select newest.* from tracks as spelling cross join lateral (
        select * from broadcasts where track_id = spelling.id and ${isVisible(viewerId)}
        order by broadcasts.id desc limit ${sql.lit(LENGTH)}) as newest
      where spelling.id = ${trackId} or spelling.merged_into = ${trackId}) as shared
    join members on members.id = shared.author_id
    order by shared.id desc limit ${sql.lit(LENGTH)}`.execute(db)
  return rows.map(({ created_at, picture_url, ...row }) => ({
    ...row,
    timestamp: created_at.toISOString(),
    pfpsm: toPictures(picture_url).pfpsm,
  }))
}
