import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import type { Pair } from '../catalogue/pairs.ts'
import { deleteSentNames } from '../catalogue/sent-names.ts'
import { returnIgnored } from '../ignored/store.ts'
import { listCounted, rebuildArtistPlays, selectPlays } from './count-artists.ts'
import { areDistinct, groupByInto, type UndoMerge, type UndoTwin } from './merge-rows.ts'
import { filterMerged, restoreMbids, restoreRows } from './restore-rows.ts'
import { separateAlbums } from './separate-albums.ts'
import { separateTracks } from './separate-tracks.ts'

/*
 * Separates a row that was merged into another one. Its listens, loves and saved tracks return by
 * `merged_from`, all counts are recounted, and the catalogue is restored from the `UndoMerge`. What
 * arrived under either name since the merge stays with the other row, as do doubles that were one
 * play. Services refill their charts.
 */

type Kind = 'artist' | 'track' | 'album'
const TABLES = { artist: 'artists', track: 'tracks', album: 'albums' } as const

/**
 * Undoes a merge, or what parts of an artist merge have changed. Returns whether the row was still
 * merged into the other one, or not yet.
 */
export async function undoMerge(tx: Tx, kind: Kind, pair: Pair, undo: UndoMerge): Promise<boolean> {
  await lockForJoining(tx)
  const isUnfinished = kind === 'artist' && (await areDistinct(tx, 'artists', pair))
  if (!isUnfinished && !(await isMerged(tx, kind, pair))) return false
  const twin = { ...pair, undo }
  if (kind === 'artist') await separateArtists(tx, twin)
  else if (kind === 'album') await separateAlbums(tx, [twin])
  else {
    const artists = await findArtists(tx, pair)
    await separateTracks(tx, artists, [twin])
    await rebuildCounted(tx, [artists.from, artists.into])
  }
  return true
}

/** Returns whether one row is a spelling of another, which is none itself. */
export const isMerged = async (tx: Tx, kind: Kind, pair: Pair): Promise<boolean> =>
  (await filterMerged(tx, TABLES[kind], [pair])).length === 1

async function separateArtists(tx: Tx, twin: UndoTwin): Promise<void> {
  const { from, into, undo } = twin
  await restoreRows(tx, 'artists', [twin])
  await returnOthers(tx, twin)
  // Those with one `into` in the opposite order of their merges.
  for (const twins of groupByInto(undo.trackTwins ?? []).toReversed())
    await separateTracks(tx, twin, await filterMerged(tx, 'tracks', twins))
  for (const twins of groupByInto(undo.albumTwins ?? []).toReversed())
    await separateAlbums(tx, await filterMerged(tx, 'albums', twins))
  await sql`update listen_details set album_artist_id = ${from} where album_artist_id = ${into}
    and album_id in (select id from albums where artist_id = ${from})`.execute(tx)
  const credits = undo.credits ?? []
  await restoreCredits(tx, twin, credits)
  await returnIgnored(tx, twin)
  await rebuildCounted(tx, [from, into, ...(credits as { credit_id: number }[]).map((credit) => credit.credit_id)])
  await deleteSentNames(tx, 'artist', [twin])
}

/** Returns the tracks and albums without a twin. Those that were merged since stay where they are. */
async function returnOthers(tx: Tx, { from, into, undo }: UndoTwin): Promise<void> {
  for (const [table, ids] of [['tracks', undo.tracks ?? []] as const, ['albums', undo.albums ?? []] as const])
    await sql`update ${sql.table(table)} as own set artist_id = ${from} where id = any(${ids}::bigint[]) and artist_id = ${into}
      and coalesce(merged_into, id) = any(${ids}::bigint[]) and not ${isTaken(table, from)}`.execute(tx)
  await restoreMbids(tx, 'tracks', undo.lostMbids ?? [])
  // Their tracks by a join: a filter by an array would compare each row with each track.
  const areReturned = sql`own.track_id = tracks.id and tracks.artist_id = ${from} and tracks.merged_into is null`
  await sql`update track_plays as own set artist_id = ${from} from tracks
    where ${areReturned} and (member_id, track_id) in ${selectPlays(sql`artist_id = ${into}`)}`.execute(tx)
  for (const table of ['plays_daily', 'chart_tracks'])
    await sql`update ${sql.table(table)} as own set artist_id = ${from} from tracks
      where ${areReturned} and own.artist_id = ${into}`.execute(tx)
}

/** Whether the artist has another row with the title of `own`, that arrived before the merge was complete. */
export const isTaken = (table: 'tracks' | 'albums', artistId: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${sql.table(table)} as other
    where other.artist_id = ${artistId} and other.title_key = own.title_key)`

/** Counts the plays of all artists anew that plays of these artists or credits count for. */
async function rebuildCounted(tx: Tx, ids: readonly number[]): Promise<void> {
  const artists = new Set<number>()
  for (const id of new Set(ids)) for (const counted of await listCounted(tx, id)) artists.add(counted)
  for (const id of artists) await rebuildArtistPlays(tx, id)
}

/** Names an artist again in the credits that still exist. */
async function restoreCredits(tx: Tx, { from }: Pair, credits: readonly object[]): Promise<void> {
  await sql`insert into artist_credits (credit_id, position, artist_id, joiner)
    select credit_id, position, ${from}::bigint, joiner
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as former (credit_id bigint, position smallint, joiner text)
    where credit_id in (select known.credit_id from artist_credits as known)
    on conflict (credit_id, position) do update set artist_id = excluded.artist_id`.execute(tx)
  await sql`insert into possible_credits (artist_id) select artist_id from (values (${from}::bigint)) as own (artist_id)
    join artists on id = artist_id where mbid is null and not exists (
      select from artist_credits as credit where credit.artist_id = own.artist_id)
    on conflict do nothing`.execute(tx)
}

async function findArtists(tx: Tx, { from, into }: Pair): Promise<Pair> {
  const { rows } = await sql<Pair>`select own.artist_id as from, main.artist_id as into
    from tracks as own, tracks as main where own.id = ${from} and main.id = ${into}`.execute(tx)
  return rows[0] ?? { from: 0, into: 0 }
}
