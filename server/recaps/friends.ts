import { type RawBuilder, sql } from 'kysely'
import { RECAP_ROWS, type RecapBroadcast } from '#contract/recaps/recap.ts'
import type { Db } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { notMutedBy, openTo } from '#server/db/visible-to.ts'
import { type CalendarDays, isOnDays } from './days.ts'

type Row = Omit<RecapBroadcast, 'timestamp' | 'pfpsm'> & { created_at: Date; picture_url: string | null }

interface Friends {
  readonly friends_broadcasts: number
  readonly friends: number
  readonly top_broadcasts: RecapBroadcast[]
}

/**
 * Selects the track broadcasts by followed members on calendar days that the member may see:
 * neither hidden by an admin, nor by a blocked, muted or closed profile.
 */
export const selectFriendsBroadcasts = (memberId: number, days: CalendarDays): RawBuilder<unknown> => sql`
  select broadcasts.id, author_id, track_id, likes, broadcasts.created_at
  from follows join broadcasts on broadcasts.author_id = follows.followee_id and broadcasts.type = 'Track'
  where follows.follower_id = ${memberId} and ${isOnDays(sql.ref('broadcasts.created_at'), days)}
    and hidden_at is null and ${openTo(memberId, 'broadcasts.author_id')}
    and ${notMutedBy(memberId, 'broadcasts.author_id')}`

/** Returns what followed members broadcast on calendar days, the most liked first. */
export async function readFriendsBroadcasts(db: Db, memberId: number, days: CalendarDays): Promise<Friends> {
  const { rows } = await sql<{ total: number; authors: number; top: readonly Row[] | null }>`
    with shared as materialized (${selectFriendsBroadcasts(memberId, days)}),
    top as (select * from shared order by likes desc, id desc limit ${sql.lit(RECAP_ROWS)})
    select (select count(*) from shared) as total, (select count(distinct author_id) from shared) as authors, (
      select json_agg(json_build_object('id', top.id, 'username', members.name, 'picture_url', picture_url,
        'track_id', coalesce(tracks.merged_into, tracks.id), 'track', tracks.title, 'artist', artists.name,
        'likes', likes, 'created_at', top.created_at) order by likes desc, top.id desc)
      from top join members on members.id = author_id join tracks on tracks.id = track_id
        join artists on artists.id = tracks.artist_id) as top`.execute(db)
  const { total = 0, authors = 0, top = null } = rows[0] ?? {}
  return {
    friends_broadcasts: total,
    friends: authors,
    top_broadcasts: (top ?? []).map(({ picture_url, created_at, ...row }) => ({
      ...row,
      pfpsm: toPictures(picture_url).pfpsm,
      timestamp: new Date(created_at).toISOString(),
    })),
  }
}
