import { sql } from 'kysely'
import { TRACK_LINKS_PER_SERVICE_MAX } from '#contract/listening/track-services.ts'
import type { Tx } from '#server/db/open.ts'
import { listFrom, type Pair, selectPairs } from '../catalogue/pairs.ts'

/** Moves the links of tracks to others, as far as there is room, and what was rejected. */
export async function moveTrackLinks(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`with moved as (
      delete from track_links using ${selectPairs(pairs)} where track_id = from_id
      returning into_id, service, place, external_id, source, first_seen, last_seen)
    insert into track_links (track_id, service, place, external_id, source, first_seen, last_seen)
    select into_id, service, new_place, external_id, source, first_seen, last_seen
    from (
      select moved.*, (select count(*) from track_links as own where own.track_id = into_id and own.service = moved.service)
        + row_number() over (partition by into_id, service order by place) as new_place
      from moved where not exists (select from track_links as own where own.track_id = into_id
        and own.service = moved.service and own.external_id = moved.external_id)) as fresh
    where new_place <= ${sql.lit(TRACK_LINKS_PER_SERVICE_MAX)} on conflict do nothing`.execute(tx)
  await sql`with moved as (
      delete from rejected_track_links using ${selectPairs(pairs)} where track_id = from_id
      returning member_id, into_id, service, external_id, created_at)
    insert into rejected_track_links (member_id, track_id, service, external_id, created_at)
    select member_id, into_id, service, external_id, created_at from moved on conflict do nothing`.execute(tx)
}

/**
 * Moves the songs that libraries have for tracks to others, unless a library has a song for these
 * too. Libraries are few: each is looked up by the key.
 */
export async function moveLibrarySongs(tx: Tx, pairs: readonly Pair[]): Promise<void> {
  await sql`with moved as (
      delete from library_songs using ${selectPairs(pairs)}
      where member_id in (select member_id from music_libraries) and track_id = any(${listFrom(pairs)}) and track_id = from_id
      returning *)
    insert into library_songs (member_id, track_id, song_id, duration_ms, bytes, content_type, matched_by, seen_at)
    select member_id, into_id, song_id, duration_ms, bytes, content_type, matched_by, seen_at from moved
    on conflict do nothing`.execute(tx)
}
