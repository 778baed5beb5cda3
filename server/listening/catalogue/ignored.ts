import { type RawBuilder, sql } from 'kysely'

/*
 * Ignored artists: a member's listens to them, alone or in a credit, count nowhere. `artist_plays`
 * lacks their plays; plays per day, track and album have them, since listens are found by these,
 * and are filtered when they are read. docs/listening.md
 */

/** Selects pairs: each member with an ignored artist, or with a credit that names one. */
export const selectIgnoredPairs = (members: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select member_id, artist_id from ignored_artists where member_id = any(${members})
  union all select member_id, credit_id from ignored_artists join artist_credits using (artist_id)
    where member_id = any(${members}))`

/** Selects the artists that a member ignores, and the credits that name one. */
export const selectIgnored = (memberId: number): RawBuilder<unknown> =>
  sql`(select artist_id from ${selectIgnoredPairs(sql`array[${memberId}]::bigint[]`)} as ignored)`

export const selectIgnoredTracks = (memberId: number): RawBuilder<unknown> =>
  sql`(select id from tracks where artist_id = any(array${selectIgnored(memberId)}))`

/** Returns the condition that the member of a row ignores its artist, looked up row by row. */
export const isIgnored = (member: string, artist: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from ignored_artists as ignored where ignored.member_id = ${sql.ref(member)} and (ignored.artist_id = ${artist}
    or ignored.artist_id = any(array(select artist_id from artist_credits where credit_id = ${artist}))))`
