import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { linkRank, SERVICE_NUMBERS } from './track-links.ts'

/** Returns the MBIDs for the tracks that have one, in track order, each once. */
export async function findTrackMbids(db: Db, trackIds: readonly number[]): Promise<readonly string[]> {
  if (trackIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select link.id
    from unnest(${trackIds}::bigint[]) with ordinality as listed (id, nth) join tracks on tracks.id = listed.id
    cross join lateral (select external_id as id from track_links
      where track_id = coalesce(tracks.merged_into, tracks.id) and service = ${SERVICE_NUMBERS.musicbrainz}
      order by ${linkRank}, place limit 1) as link
    order by nth`.execute(db)
  return [...new Set(rows.map(({ id }) => id))]
}
