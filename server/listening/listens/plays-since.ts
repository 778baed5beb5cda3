import { type RawBuilder, sql } from 'kysely'
import { listeningOpenTo } from '#server/db/visible-to.ts'
import { isIgnored } from '../catalogue/ignored.ts'
import { countsStoredListens } from './served-by.ts'

interface PlaysSince {
  /** Columns with the listener's id, and the id of the track or of one that was merged into it. */
  readonly memberId: string
  readonly trackId: string
  /** A column with a time: plays count from the next UTC day on. */
  readonly since: string
}

/**
 * Selects how often a member has played a track; null if the viewer may not see the listening, or
 * if a service fills the member's charts.
 */
export const selectPlaysSince = (
  viewerId: number,
  { memberId, trackId, since }: PlaysSince,
): RawBuilder<number | null> => sql`
  case when ${listeningOpenTo(viewerId, memberId)} and ${countsStoredListens(memberId)} then (
    select coalesce(sum(played.plays), 0)::integer
    from tracks as named join tracks as main on main.id = coalesce(named.merged_into, named.id)
    -- The artist is in the index, the track is not.
    join plays_daily as played on played.artist_id = main.artist_id and played.track_id = main.id
    where named.id = ${sql.ref(trackId)} and played.member_id = ${sql.ref(memberId)}
      and played.day > (${sql.ref(since)} at time zone 'UTC')::date
      and not ${isIgnored('played.member_id', sql`played.artist_id`)}
  ) end`
