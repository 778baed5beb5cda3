import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** Returns all rows that a merge may change. */
export async function readMergeable(db: Db): Promise<Record<string, readonly unknown[]>> {
  const queries = {
    listens: sql`select member_id, listened_at, track_id, source, details_id from listens order by 1, 2, 3`,
    days: sql`select member_id, track_id, day, artist_id, plays from plays_daily order by 1, 2, 3`,
    trackPlays: sql`select member_id, track_id, artist_id, plays, latest from track_plays order by 1, 2`,
    artistPlays: sql`select member_id, artist_id, plays, tracks_heard from artist_plays order by 1, 2`,
    details: sql`select id, album_id, album_artist_id from listen_details order by 1`,
    albumDays: sql`select member_id, album_id, day, plays from album_plays_daily order by 1, 2, 3`,
    albumPlays: sql`select member_id, album_id, plays, latest from album_plays order by 1, 2`,
    loves: sql`select member_id, track_id, score from track_feedback order by 1, 2`,
    later: sql`select member_id, track_id from later_tracks order by 1, 2`,
    links: sql`select track_id, service, place, external_id from track_links order by 1, 2, 3`,
    artists: sql`select id, name, mbid, merged_into from artists order by 1`,
    tracks: sql`select id, artist_id, title, mbid, merged_into from tracks order by 1`,
    albums: sql`select id, artist_id, title, merged_into, release_mbid from albums order by 1`,
    credits: sql`select credit_id, position, artist_id, joiner from artist_credits order by 1, 2`,
    ignored: sql`select member_id, artist_id, ignored_at from ignored_artists order by 1, 2`,
    names: sql`select member_id, kind, music_id, name from sent_names order by 1, 2, 3`,
  }
  const found: Record<string, readonly unknown[]> = {}
  for (const [table, query] of Object.entries(queries)) found[table] = (await query.execute(db)).rows
  return found
}
