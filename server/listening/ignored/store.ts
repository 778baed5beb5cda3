import { sql } from 'kysely'
import { IGNORED_ARTISTS_MAX, type IgnoredArtist } from '#contract/listening/ignored-artists.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findArtist } from '../catalogue/catalogue.ts'
import { lockListens } from '../catalogue/lock.ts'
import { getOpenArtist } from '../catalogue/open-music.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { selectOwnName } from '../catalogue/sent-names.ts'
import { recountArtists } from '../listens/delete-listens.ts'
import { countsStoredListens, isServed } from '../listens/served-by.ts'

export async function listIgnoredArtists(db: Db, memberId: number): Promise<IgnoredArtist[]> {
  const { rows } = await sql<{ id: number; name: string; ignored_at: Date }>`
    select artists.id, ${selectOwnName('artist', memberId)} as name, ignored_at
    from ignored_artists join artists on artists.id = artist_id
    where member_id = ${memberId} and artists.merged_into is null order by lower(artists.name), artists.id`.execute(db)
  return rows.map((row) => ({ ...row, ignored_at: row.ignored_at.toISOString() }))
}

interface Ignoring {
  readonly isIgnored: boolean
  /** Whether the id is that of a name that the member knows: a credit is ignored as it is. */
  readonly isOpen?: boolean
  readonly now: Date
}

/**
 * Ignores an artist, or counts it again, and recounts the member's plays of it and of the artists
 * that share a credit with it. Throws a Refusal 404 without an artist that the member may see, and
 * 409 beyond `IGNORED_ARTISTS_MAX`.
 */
export async function storeIgnored(
  tx: Tx,
  memberId: number,
  artistId: number,
  { isIgnored, isOpen = false, now }: Ignoring,
): Promise<void> {
  await lockListens(tx, memberId)
  const id = await findSubject(tx, memberId, artistId, { isIgnored, isOpen, now })
  if (id === undefined) return
  const isChanged = await (isIgnored ? insertIgnored : deleteIgnored)(tx, memberId, id, now)
  if (!isChanged) return
  // Its refresh brings the plays back that a music service has counted.
  if (await isServed(tx, memberId)) {
    await tx.deleteFrom('artist_plays').where('member_id', '=', memberId).where('artist_id', '=', id).execute()
    return
  }
  const recounted = await listSharing(tx, id)
  // Community charts that have the member's plays: found by them, so before and after.
  await sql`select mark_community_charts_outdated(${memberId})`.execute(tx)
  await recountArtists(tx, memberId, recounted)
  if (!isIgnored) await sql`select mark_community_charts_outdated(${memberId})`.execute(tx)
}

/** Returns an artist and those that share a credit with it; for a credit, also its artists. */
async function listSharing(tx: Tx, id: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${id}::bigint as id union select other.artist_id from artist_credits as own
    join artist_credits as other using (credit_id) where ${id} in (own.artist_id, credit_id)`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * Returns the id of the row to insert or to delete. A credit that was ignored before it was split
 * has a row of its own; otherwise its first artist is meant.
 */
async function findSubject(
  tx: Tx,
  memberId: number,
  artistId: number,
  { isIgnored, isOpen, now }: Ignoring,
): Promise<number | undefined> {
  if (isOpen === true) return artistId
  if (isIgnored) return (await getOpenArtist(tx, artistId, memberId, now)).id
  const { rows } = await sql<{ id: number }>`select artist_id as id from ignored_artists
    where member_id = ${memberId} and artist_id = ${artistId}
      and exists (select from artist_credits where credit_id = ${artistId})`.execute(tx)
  return (rows[0] ?? (await findArtist(tx, artistId)))?.id
}

async function insertIgnored(tx: Tx, memberId: number, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ignored_artists where member_id = ${memberId} and artist_id <> ${id}
      and not exists (select from artists where artists.id = artist_id and merged_into is not null)`.execute(tx)
  if ((rows[0]?.count ?? 0) >= IGNORED_ARTISTS_MAX)
    throw new Refusal(
      409,
      `You ignore ${IGNORED_ARTISTS_MAX} artists, the most that is possible. Count some again first.`,
    )
  const { numAffectedRows = 0n } = await sql`insert into ignored_artists (member_id, artist_id, ignored_at)
    values (${memberId}, ${id}, ${now}) on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

async function deleteIgnored(tx: Tx, memberId: number, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ignored_artists
    where member_id = ${memberId}
      and artist_id in (select id from artists where ${id} in (id, merged_into))`.execute(tx)
  return numAffectedRows > 0n
}

/**
 * Ignores the artist that another spelling now belongs to, for the members that ignore the spelling.
 * Their rows of the spelling stay, without effect, until the merge is undone or the artist counts
 * again. The plays of both have been added up. Recounts the artists that share a credit with it.
 */
export async function moveIgnored(tx: Tx, { from, into }: Pair): Promise<void> {
  await sql`insert into ignored_artists (member_id, artist_id, ignored_at, merged_from)
    select member_id, ${into}::bigint, ignored_at, ${from}::bigint from ignored_artists
    where artist_id = ${from} on conflict do nothing`.execute(tx)
  await sql`delete from artist_plays where artist_id = ${into} and member_id in (
    select member_id from ignored_artists where artist_id = ${into})`.execute(tx)
  const { rows } = await sql<{ id: number }>`select member_id as id from ignored_artists
    where artist_id = ${into}`.execute(tx)
  await recountSharing(tx, into, rows)
}

/**
 * Ends what {@link moveIgnored} has added; the rows of the spelling take effect again. Recounts the
 * artists that share a credit with the other one; the caller recounts the plays of both.
 */
export async function returnIgnored(tx: Tx, { from, into }: Pair): Promise<void> {
  const { rows } = await sql<{ id: number }>`with returned as (
      delete from ignored_artists where artist_id = ${into} and merged_from = ${from} returning member_id)
    select member_id as id, mark_community_charts_outdated(member_id) from returned`.execute(tx)
  await recountSharing(tx, into, rows)
}

/** Recounts an artist, and those that share a credit with it, for members that have played a credit. */
async function recountSharing(tx: Tx, id: number, members: readonly { readonly id: number }[]): Promise<void> {
  const { rows } = await sql<{
    id: number
  }>`select id from unnest(${members.map((row) => row.id)}::bigint[]) as member (id)
    where ${countsStoredListens('member.id')} and exists (select from track_plays
      where member_id = member.id and artist_id = any(array(
        select credit_id from artist_credits where artist_credits.artist_id = ${id})))`.execute(tx)
  if (rows.length === 0) return
  const recounted = await listSharing(tx, id)
  for (const member of rows) await recountArtists(tx, member.id, recounted)
}
