import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/open.ts'

const day = sql`(listened_at at time zone 'UTC')::date`
const onAlbums = sql`listens join listen_details on listen_details.id = details_id and album_id is not null`
const ofTracks = sql`listens join tracks on tracks.id = track_id`

/** For each count table: its rows, and the same computed from all listens. */
const COUNTS: Readonly<Record<string, readonly [stored: RawBuilder<unknown>, counted: RawBuilder<unknown>]>> = {
  plays_daily: [
    sql`select member_id, track_id, day, artist_id, plays from plays_daily`,
    sql`select listens.member_id, track_id, ${day}, artist_id, count(*) from ${ofTracks} group by 1, 2, 3, 4`,
  ],
  track_plays: [
    sql`select member_id, track_id, artist_id, plays, latest from track_plays`,
    sql`select listens.member_id, track_id, artist_id, count(*), max(${day}) from ${ofTracks} group by 1, 2, 3`,
  ],
  album_plays_daily: [
    sql`select member_id, album_id, day, plays from album_plays_daily`,
    sql`select listens.member_id, album_id, ${day}, count(*) from ${onAlbums} group by 1, 2, 3`,
  ],
  album_plays: [
    sql`select member_id, album_id, plays, latest from album_plays`,
    sql`select listens.member_id, album_id, count(*), max(${day}) from ${onAlbums} group by 1, 2`,
  ],
  artist_plays: [
    sql`select member_id, artist_id, plays, tracks_heard from artist_plays`,
    sql`select listens.member_id, artist_id, count(*), count(distinct track_id) from ${ofTracks} group by 1, 2`,
  ],
  listen_sources: [
    sql`select member_id, source, listens from listen_sources where listens > 0`,
    sql`select member_id, source, count(*) from listens group by 1, 2`,
  ],
  source_days: [
    sql`select member_id, source, day from source_days`,
    sql`select distinct member_id, source, ${day} from listens`,
  ],
  members: [
    sql`select id, listens_since from members where listens_since is not null`,
    sql`select member_id, min(listened_at) from listens group by 1`,
  ],
}

/**
 * Expects that all counts equal those computed from all listens. Not for charts that a service
 * fills.
 */
export async function expectRightCounts(db: Db): Promise<void> {
  for (const [table, [stored, counted]] of Object.entries(COUNTS)) {
    const { rows } = await sql`(select 'only stored' as side, * from (${stored} except ${counted}) as more)
      union all (select 'only counted' as side, * from (${counted} except ${stored}) as missing)`.execute(db)
    expect(rows, table).toEqual([])
  }
}
