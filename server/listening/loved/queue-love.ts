import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'

/** The maximum number of pending loves per relay; further ones are not forwarded. */
const PENDING_MAX = 20_000

/**
 * Queues feedback for its member's relays that are switched on, in place of pending feedback on the
 * same track. Last.fm knows no recordings without names.
 */
export async function queueLove(
  tx: Tx,
  memberId: number,
  { trackId, recordingMbid }: { readonly trackId?: number | undefined; readonly recordingMbid?: string | undefined },
  score: number,
  now: Date,
): Promise<void> {
  const [track, mbid] = [sql`${trackId ?? null}::bigint`, sql`${recordingMbid ?? null}::uuid`]
  await sql`with open as materialized (
      select service, (select count(*) from relayed_loves as pending
        where pending.member_id = relays.member_id and pending.service = relays.service) as pending
      from relays where member_id = ${memberId} and is_on and (service = 'listenbrainz' or ${track} is not null)
      order by service for no key update),
    replaced as (
      delete from relayed_loves where member_id = ${memberId} and service in (select service from open)
        and (track_id = ${track} or track_id is null and recording_mbid = ${mbid})),
    queued as (
      insert into relayed_loves (member_id, service, track_id, artist, title, recording_mbid, score, added_at)
      select ${memberId}::bigint, service, ${track}, named.artist, named.title, coalesce(${mbid}, named.mbid),
        ${score}::smallint, ${now}::timestamptz
      from open left join (
        select ${selectOwnName('artist', memberId)} as artist, ${selectOwnName('track', memberId)} as title, tracks.mbid
        from tracks join artists on artists.id = tracks.artist_id where tracks.id = ${track}) as named on true
      where pending < ${PENDING_MAX})
    update relays set due_at = ${now}::timestamptz from open
    where relays.member_id = ${memberId} and relays.service = open.service
      and due_at is null and not is_stopped`.execute(tx)
}
