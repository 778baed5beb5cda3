import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { lockForJoining } from './lock.ts'

/*
 * Deletes names that only a deleted member has sent. The deletion of the member adds rows to
 * `unused_names`, and a job deletes those of them that nothing refers to: tracks, then albums, then
 * artists.
 */

const TRACK = 1
const ALBUM = 2
const ARTIST = 0
type Kind = typeof ARTIST | typeof TRACK | typeof ALBUM

/** The names of a transaction, which blocks adding listens. */
const BATCH = 200

/** Marks the names that a member, who is being deleted, has sent and no other member has played. */
export async function markUnusedNames(tx: Tx, memberId: number): Promise<void> {
  const isOwn = sql`member_id = ${memberId}`
  await sql`insert into unused_names (kind, id)
    select ${sql.lit(TRACK)}, track_id from (
      select track_id from track_plays where ${isOwn} union select track_id from chart_tracks where ${isOwn}
      union select track_id from track_feedback where ${isOwn} and track_id is not null
      union select track_id from later_tracks where ${isOwn}
      union select track_id from changed_listens where ${isOwn}
      union select moved_to from changed_listens where ${isOwn} and moved_to is not null
      union select track_id from listen_corrections where ${isOwn}
      union select to_track from listen_corrections where ${isOwn}
      union select track_id from broadcasts where author_id = ${memberId} and track_id is not null) as sent
    where not exists (select from track_plays as other where other.track_id = sent.track_id and other.member_id <> ${memberId})
    union select ${sql.lit(ALBUM)}, album_id from album_plays as sent where ${isOwn} and not exists (
      select from album_plays as other where other.album_id = sent.album_id and other.member_id <> ${memberId})
    union select ${sql.lit(ARTIST)}, artist_id from chart_artists as sent where ${isOwn} and not exists (
      select from artist_plays as other where other.artist_id = sent.artist_id and other.member_id <> ${memberId})
    on conflict do nothing`.execute(tx)
}

/** Artists wait until the changes of their counts are added. */
const isCounted = sql`not exists (select from artist_plays_changes where artist_id = unused_names.id)`
const isDue = sql`(kind <> ${sql.lit(ARTIST)} or ${isCounted})`

export const findUnusedNames = (): RawBuilder<unknown> => sql`select from unused_names where ${isDue}`

/** Deletes some names that nothing refers to. Returns whether there may be more to examine. */
export async function deleteUnusedNames(tx: Tx): Promise<boolean> {
  for (const [kind, deleteNames] of STEPS) {
    const { rows } = await sql<{ id: number }>`delete from unused_names where kind = ${sql.lit(kind)} and id in (
        select id from unused_names where kind = ${sql.lit(kind)} and ${isDue} order by id limit ${BATCH})
      returning id`.execute(tx)
    if (rows.length === 0) continue
    await lockForJoining(tx)
    const ids = rows.map(({ id }) => id)
    await deleteNames(tx, ids)
    return true
  }
  return false
}

const STEPS: readonly (readonly [Kind, (tx: Tx, ids: readonly number[]) => Promise<void>])[] = [
  [TRACK, deleteTracks],
  [ALBUM, deleteAlbums],
  [ARTIST, deleteArtists],
]

/** Columns that refer to tracks, beside those that are deleted with them. */
const TRACK_REFERENCES = [
  ['track_plays', 'track_id'],
  ['chart_tracks', 'track_id'],
  ['track_feedback', 'track_id'],
  ['later_tracks', 'track_id'],
  ['broadcasts', 'track_id'],
  ['messages', 'track_id'],
  ['song_swaps', 'initiator_track_id'],
  ['song_swaps', 'matched_track_id'],
  ['play_reactions', 'track_id'],
  ['changed_listens', 'track_id'],
  ['changed_listens', 'moved_to'],
  ['listen_corrections', 'track_id'],
  ['listen_corrections', 'to_track'],
  ['listen_doubles', 'track_id'],
  ['listen_doubles', 'kept_track'],
  ['library_songs', 'track_id'],
  ['relayed_listens', 'track_id'],
  ['relayed_loves', 'track_id'],
] as const
const ALBUM_REFERENCES = [
  ['album_plays', 'album_id'],
  ['listen_details', 'album_id'],
] as const
const ARTIST_REFERENCES = [
  ['tracks', 'artist_id'],
  ['albums', 'artist_id'],
  ['artist_plays', 'artist_id'],
  ['chart_artists', 'artist_id'],
  ['artist_credits', 'artist_id'],
  ['ignored_artists', 'artist_id'],
  ['listen_details', 'album_artist_id'],
] as const

const MUSIC = { tracks: 'track', albums: 'album', artists: 'artist' } as const

/** Returns those of the rows that nothing refers to: no member, no spelling, and no decision. */
async function listUnreferenced(
  tx: Tx,
  table: keyof typeof MUSIC,
  ids: readonly number[],
  references: readonly (readonly [table: string, column: string])[],
): Promise<readonly number[]> {
  const isIn = references.map(
    ([from, column]) => sql`select ${sql.ref(column)} from ${sql.table(from)}
    where ${sql.ref(column)} = any(${ids}::bigint[])`,
  )
  const kind = MUSIC[table]
  const { rows } = await sql<{ id: number }>`
    with referenced as materialized (
      ${sql.join(isIn, sql` union all `)}
      union all select merged_into from ${sql.table(table)} where merged_into = any(${ids}::bigint[])
      union all select music_id from music_decisions where kind = ${kind} and music_id = any(${ids}::bigint[])
      union all select into_id from music_decisions where kind = ${kind} and into_id = any(${ids}::bigint[]))
    select id from ${sql.table(table)} where id = any(${ids}::bigint[]) and merged_into is null
      and id not in (select * from referenced)`.execute(tx)
  return rows.map(({ id }) => id)
}

const deleteWhere = (tx: Tx, table: string, condition: RawBuilder<unknown>) =>
  sql`delete from ${sql.table(table)} where ${condition}`.execute(tx)

async function deleteTracks(tx: Tx, ids: readonly number[]): Promise<void> {
  const unused = sql`any(${await listUnreferenced(tx, 'tracks', ids, TRACK_REFERENCES)}::bigint[])`
  for (const table of ['track_links', 'rejected_track_links']) await deleteWhere(tx, table, sql`track_id = ${unused}`)
  await deleteWhere(tx, 'sent_names', sql`kind = 1 and music_id = ${unused}`)
  await deleteWhere(tx, 'identity_claims', sql`kind = 'track' and id = ${unused}`)
  await deleteRows(tx, 'tracks', unused)
}

async function deleteAlbums(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteRows(tx, 'albums', sql`any(${await listUnreferenced(tx, 'albums', ids, ALBUM_REFERENCES)}::bigint[])`)
}

/** Deletes tracks or albums, and lets their artists be examined. */
async function deleteRows(tx: Tx, table: 'tracks' | 'albums', unused: RawBuilder<unknown>): Promise<void> {
  const community = table === 'tracks' ? 2 : 1
  await deleteWhere(tx, 'community_charts', sql`kind = ${sql.lit(community)} and id = ${unused}`)
  await sql`with deleted as (delete from ${sql.table(table)} where id = ${unused} returning artist_id)
    insert into unused_names (kind, id) select distinct ${sql.lit(ARTIST)}::smallint, artist_id from deleted
    on conflict do nothing`.execute(tx)
}

/** Deletes artists and credits. The artists of a credit are examined then. */
async function deleteArtists(tx: Tx, ids: readonly number[]): Promise<void> {
  const unused = sql`any(${await listUnreferenced(tx, 'artists', ids, ARTIST_REFERENCES)}::bigint[])`
  await sql`with deleted as (delete from artist_credits where credit_id = ${unused} returning artist_id)
    insert into unused_names (kind, id) select distinct ${sql.lit(ARTIST)}::smallint, artist_id from deleted
    on conflict do nothing`.execute(tx)
  await deleteWhere(tx, 'sent_names', sql`kind = 0 and music_id = ${unused}`)
  await deleteWhere(tx, 'identity_claims', sql`kind = 'artist' and id = ${unused}`)
  await deleteWhere(tx, 'taste_weights', sql`artist_id = ${unused}`)
  await deleteWhere(tx, 'community_charts', sql`kind = 0 and id = ${unused}`)
  await deleteWhere(tx, 'artists', sql`id = ${unused}`)
}
