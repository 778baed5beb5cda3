import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { moveSentNames } from '../catalogue/sent-names.ts'
import { moveIgnored } from '../ignored/store.ts'
import { addUpArtistPlays, listCounted, rebuildArtistPlays, selectPlays } from './count-artists.ts'
import {
  areDistinct,
  clearTakenMbids,
  describeMerges,
  mergeRows,
  mergeTwins,
  moveOthers,
  type UndoMerge,
} from './merge-rows.ts'
import { moveAlbums } from './move-albums.ts'
import { moveTracks } from './move-tracks.ts'

/*
 * Merges two artists, two tracks by one artist, or two albums, that are the same, and updates all
 * counts in one transaction, which blocks adding listens (`merge-parts.ts` merges artists in several).
 * The row of the other spelling stays, so
 * that references to it remain valid. `undo-merge.ts` separates them again: moved member rows have
 * `merged_from`, and what else changes is returned as an `UndoMerge`.
 */

/**
 * Makes one artist a spelling of another, which receives its tracks, plays and listeners. Does
 * nothing if it already is one, or if either is a credit for several artists.
 */
export async function mergeArtists(tx: Tx, pair: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  if (!(await areDistinct(tx, 'artists', pair)) || (await isAnyCredit(tx, pair))) return undefined
  const undos = await describeMerges(tx, 'artists', [pair])
  await moveSentNames(tx, 'artist', [pair])
  // Before the others: their plays are then those that remain.
  const trackTwins = await mergeTwins(tx, 'tracks', pair, (twins) => moveTracks(tx, pair, twins))
  await moveOtherPlays(tx, pair)
  const albums = await mergeAlbumsOfArtists(tx, pair)
  const tracks = await moveOtherTracks(tx, pair)
  const credits = await moveCredits(tx, pair)
  await rebuildArtistPlays(tx, pair.into)
  await moveIgnored(tx, pair)
  await mergeRows(tx, 'artists', [pair], undos)
  return { spellings: [], mbid: null, name: '', ...undos[0], ...albums, ...tracks, trackTwins, credits }
}

/** Gives an artist the plays of another one. */
async function moveOtherPlays(tx: Tx, { from, into }: Pair): Promise<void> {
  await sql`update track_plays set artist_id = ${into}
    where (member_id, track_id) in ${selectPlays(sql`artist_id = ${from}`)}`.execute(tx)
  for (const table of ['plays_daily', 'chart_tracks'])
    await sql`update ${sql.table(table)} set artist_id = ${into} where artist_id = ${from}`.execute(tx)
  await sql`with deleted as (delete from chart_artists where artist_id in (${from}, ${into}) returning *)
    insert into chart_artists (member_id, period, artist_id, plays, place)
    select member_id, period, ${into}::bigint, least(sum(plays), 2147483647), min(place) from deleted
    group by member_id, period`.execute(tx)
  await addUpArtistPlays(tx, { from, into })
}

async function mergeAlbumsOfArtists(tx: Tx, { from, into }: Pair) {
  await sql`update listen_details set album_artist_id = ${into} where album_artist_id = ${from}
    and album_id in (select id from albums where artist_id = ${from})`.execute(tx)
  const albumTwins = await mergeTwins(tx, 'albums', { from, into }, (twins) => moveAlbums(tx, twins))
  return { albumTwins, albums: await moveOthers(tx, 'albums', { from, into }) }
}

async function moveOtherTracks(tx: Tx, pair: Pair) {
  const lostMbids = await clearTakenMbids(tx, pair, sql`true`)
  return { tracks: await moveOthers(tx, 'tracks', pair), lostMbids }
}

/** Makes one track a spelling of another by the same artist. Does nothing if it already is one. */
export async function mergeTracks(tx: Tx, pair: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  const artistId = await findCommonArtist(tx, pair)
  if (artistId === undefined) return undefined
  const [undo] = await moveTracks(tx, { from: artistId, into: artistId }, [pair])
  for (const id of await listCounted(tx, artistId)) await rebuildArtistPlays(tx, id)
  return undo
}

/**
 * Makes one album a spelling of another by any artist: compilations are often sent under several.
 */
export async function mergeAlbums(tx: Tx, pair: Pair): Promise<UndoMerge | undefined> {
  await lockForJoining(tx)
  if (!(await areDistinct(tx, 'albums', pair))) return undefined
  const [undo] = await moveAlbums(tx, [pair])
  return undo
}

async function findCommonArtist(tx: Tx, pair: Pair): Promise<number | undefined> {
  if (!(await areDistinct(tx, 'tracks', pair))) return undefined
  const { rows } = await sql<{ id: number }>`select distinct artist_id as id from tracks
    where id in (${pair.from}, ${pair.into})`.execute(tx)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** Returns whether one of two artists is a credit for several. */
export async function isAnyCredit(tx: Tx, { from, into }: Pair): Promise<boolean> {
  const { rows } = await sql`select from artist_credits where credit_id in (${from}, ${into}) limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Names an artist in another spelling's credits; in those that name both, once. Returns the rows as
 * they were.
 */
async function moveCredits(tx: Tx, { from, into }: Pair): Promise<readonly object[]> {
  const { rows } = await sql<object>`select credit_id, position, artist_id, joiner from artist_credits
    where artist_id = ${from} order by credit_id`.execute(tx)
  await sql`delete from artist_credits where artist_id = ${from}
    and credit_id in (select credit_id from artist_credits where artist_id = ${into})`.execute(tx)
  await sql`update artist_credits set artist_id = ${into} where artist_id = ${from}`.execute(tx)
  await sql`delete from possible_credits where artist_id = ${from}`.execute(tx)
  return rows
}
