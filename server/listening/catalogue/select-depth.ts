import { type RawBuilder, sql } from 'kysely'
import { KNOWN_MIN } from '#contract/listening/zones.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import { isOfArtist } from './credits.ts'

/** Artist and member columns: `selectDepth` reads them. */
interface DepthColumns {
  readonly artist: string
  readonly member: RawBuilder<unknown>
  /** How many different tracks the member has heard; may be null. */
  readonly heard: string
}

/**
 * Selects the tracks of an artist, each with the least and the greatest id among the members that
 * have heard it, which are read from the indexes on track plays and on service charts. They are
 * equal if one member has heard it.
 */
export const selectHeard = (artist: RawBuilder<unknown> | number): RawBuilder<unknown> => sql`
  select least(played.first, charted.first) as first_member, greatest(played.last, charted.last) as last_member
  from tracks
  cross join lateral (select min(member_id) as first, max(member_id) as last from track_plays
    where track_plays.track_id = tracks.id) as played
  cross join lateral (select min(member_id) as first, max(member_id) as last from chart_tracks
    where chart_tracks.artist_id = tracks.artist_id and chart_tracks.track_id = tracks.id) as charted
  where ${isOfArtist('tracks.artist_id', artist)} and merged_into is null`

/**
 * Whether a row from {@link selectHeard} is a track that the member knows: heard by two members, or
 * by this one.
 */
export const isKnown = (member: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(first_member < last_member or first_member = ${member})`

/**
 * Selects how many of an artist's tracks a member knows, and the member's depth. It is null for
 * fewer than `KNOWN_MIN` tracks, or if no other member that is counted has heard the artist, so
 * that all known tracks are the member's own.
 */
export const selectDepth = ({ artist, member, heard }: DepthColumns): RawBuilder<unknown> => sql`
  select counted.known_tracks, case when counted.known_tracks >= ${sql.lit(KNOWN_MIN)} and exists (
      select from artist_plays as theirs where theirs.artist_id = ${sql.ref(artist)}
        and theirs.member_id <> ${member} and ${isOnBoards('theirs.member_id')})
    then coalesce(${sql.ref(heard)}, 0)::float8 / counted.known_tracks end as depth
  from (select count(*) as known_tracks from (${selectHeard(sql.ref(artist))}) as track
    where ${isKnown(member)}) as counted`
