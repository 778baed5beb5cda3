import { type RawBuilder, sql } from 'kysely'
import { KNOWN_MIN } from '#contract/listening/zones.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import { isOfArtist } from './credits.ts'

/** Columns of artists and members: `selectDepth` reads them. */
interface DepthColumns {
  readonly artist: string
  readonly member: RawBuilder<unknown>
  /** The number of different tracks that the member has heard; may be null. */
  readonly heard: string
}

/**
 * Selects the number of an artist's tracks in the catalogue, counted from the index of their
 * titles, and a member's depth. It is null for fewer than `KNOWN_MIN` tracks, or if no other member
 * that is counted has heard the artist, so that all known tracks are the member's own.
 */
export const selectDepth = ({ artist, member, heard }: DepthColumns): RawBuilder<unknown> => sql`
  select counted.known_tracks, case when counted.known_tracks >= ${sql.lit(KNOWN_MIN)} and exists (
      select from artist_plays as theirs where theirs.artist_id = ${sql.ref(artist)}
        and theirs.member_id <> ${member} and ${isOnBoards('theirs.member_id')})
    then coalesce(${sql.ref(heard)}, 0)::float8 / counted.known_tracks end as depth
  from (select count(*) as known_tracks from tracks
    where ${isOfArtist('tracks.artist_id', sql.ref(artist))} and merged_into is null) as counted`
