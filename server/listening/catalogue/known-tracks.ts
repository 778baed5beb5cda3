import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the number of an artist's tracks in the catalogue, counted from the index of their
 * titles, so it is always exact.
 */
export const knownTrackCount = (artist: string): RawBuilder<number> =>
  sql<number>`(select count(*) from tracks as known where known.artist_id = ${sql.ref(artist)} and known.merged_into is null)`
