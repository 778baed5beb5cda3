import { type RawBuilder, sql } from 'kysely'

/*
 * Several artists of a track: `artist_credits` has the artists in a credit, which is a row of
 * `artists` itself. Tracks, albums and plays per day have the credit; charts, leaderboards and
 * `artist_plays` count for each of its artists. docs/identity.md
 */

/**
 * Joins the artists of a credit to rows with an artist; none for rows with a single artist. Looks
 * them up row by row (`offset 0`): the planner, which does not know the row count, would read all
 * credits. Rows are grouped by artist before, where they are many.
 */
export const joinCredits = (artist: string): RawBuilder<unknown> =>
  sql`left join lateral (
    select artist_id from artist_credits where credit_id = ${sql.ref(artist)} offset 0) as credit on true`

/**
 * Selects the artist that a row counts for. The query has {@link joinCredits} for the same column.
 */
export const selectCredited = (artist: string): RawBuilder<number> =>
  sql<number>`coalesce(credit.artist_id, ${sql.ref(artist)})`

/** Selects an artist and all credits that name it, as an array, for which an index is read. */
export const selectCredits = (artist: RawBuilder<unknown> | number): RawBuilder<unknown> =>
  sql`array(select ${artist}::bigint union all select credit_id from artist_credits where artist_credits.artist_id = ${artist})`

/** Returns the condition that a column has an artist or a credit that names it. */
export const isOfArtist = (column: string, artist: RawBuilder<unknown> | number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = any(${selectCredits(artist)})`
