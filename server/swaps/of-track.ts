import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getTrackSwaps } from '#contract/swaps/track-swaps.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { visibleTo } from '#server/db/visible-to.ts'

type TrackSwap = ResponseOf<typeof getTrackSwaps>['swaps'][number]

type Row = Omit<TrackSwap, 'completed_timestamp' | 'pfpsm'> & { completed_at: Date; picture_url: string | null }

/** Returns a member's newest completed swaps with a track in any spelling. */
export async function listSwapsOfTrack(db: Db, trackId: number, memberId: number): Promise<TrackSwap[]> {
  const { rows } = await sql<Row>`
    with spellings as materialized (select id from tracks where id = ${trackId} or merged_into = ${trackId})
    select swap.id, members.name as partner, swap.completed_at, members.picture_url,
      case when swap.initiator_track_id in (select id from spellings) then swap.matched_rating
        else swap.initiator_rating end as rating
    from (
      select *, matched_id as partner_id from song_swaps where initiator_id = ${memberId}
      union all select *, initiator_id from song_swaps where matched_id = ${memberId}) as swap
    join members on members.id = partner_id
    where completed_at is not null and ${visibleTo(memberId, 'partner_id')}
      and (swap.initiator_track_id in (select id from spellings) or swap.matched_track_id in (select id from spellings))
    order by swap.id desc limit 20`.execute(db)
  return rows.map(({ completed_at, picture_url, ...row }) => ({
    ...row,
    completed_timestamp: completed_at.toISOString(),
    pfpsm: toPictures(picture_url).pfpsm,
  }))
}
