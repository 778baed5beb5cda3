import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { lockForJoining } from '../catalogue/lock.ts'
import { listFrom, type Pair } from '../catalogue/pairs.ts'
import { moveSentNames } from '../catalogue/sent-names.ts'
import { moveIgnored } from '../ignored/store.ts'
import { countMovedPlays } from './count-artists.ts'
import { isAnyCredit, mergeArtists } from './merge.ts'
import {
  areDistinct,
  clearTakenMbids,
  describeMerges,
  groupByInto,
  mergePairs,
  type UndoMerge,
  type UndoTwin,
} from './merge-rows.ts'
import { moveAlbums } from './move-albums.ts'
import { moveTracks } from './move-tracks.ts'
import { filterMerged } from './restore-rows.ts'
import { separateAlbums } from './separate-albums.ts'
import { separateTracks } from './separate-tracks.ts'
import { isTaken } from './undo-merge.ts'

/*
 * Merges two artists in parts, and undoes it in parts: a transaction moves tracks, or albums, with at
 * most `PART_PLAYS` plays, so that adding listens waits for one part only. Between two parts the tracks
 * belong to either artist, and all counts are those of a recount; what is left is read from the
 * tables, so that a part that was rolled back runs again.
 */

/** The most plays in a part that has more than one track or album. */
const PART_PLAYS = 4000
/** The most tracks or albums in a part. */
const PART_ROWS = 500

/** What the parts of a merge have changed so far. */
interface MergedPart {
  readonly undo: UndoMerge
  readonly isLast: boolean
}

/**
 * Merges the next part of two artists. The last one merges the artists themselves, with the tracks and
 * albums that are left, as soon as these fit into a part: new ones may arrive between any two parts.
 * Undefined if either is a spelling or a credit.
 */
export async function mergeNextPart(tx: Tx, pair: Pair, former: UndoMerge | null): Promise<MergedPart | undefined> {
  await lockForJoining(tx)
  if (!(await areDistinct(tx, 'artists', pair)) || (await isAnyCredit(tx, pair))) return undefined
  const done = former ?? (await beginMerge(tx, pair))
  const tracks = await listNext(tx, 'tracks', pair)
  if (tracks.areMore) return { undo: add(done, await mergeTracksPart(tx, pair, tracks.rows)), isLast: false }
  const albums = await listNext(tx, 'albums', pair)
  if (albums.areMore)
    return { undo: add(done, await mergeAlbumsPart(tx, pair, albums.rows.filter(hasTwin))), isLast: false }
  const rest = await mergeArtists(tx, pair)
  if (rest === undefined) return undefined
  // The common name is the one before the first part.
  return { undo: { ...add(done, rest), ...pickOwn(rest), name: done.name }, isLast: true }
}

/** What members sent and ignore is moved first, while all listeners still have plays by the artist. */
async function beginMerge(tx: Tx, pair: Pair): Promise<UndoMerge> {
  const [described] = await describeMerges(tx, 'artists', [pair])
  await moveSentNames(tx, 'artist', [pair])
  await moveIgnored(tx, pair)
  return { spellings: [], mbid: null, name: described?.name ?? '' }
}

const pickOwn = ({ spellings, mbid, ownMbid = null, credits = [] }: UndoMerge) => ({
  spellings,
  mbid,
  ownMbid,
  credits,
})

/** Adds the rows of a part to those of the parts before. */
const add = (done: UndoMerge, part: Partial<UndoMerge>): UndoMerge => ({
  ...done,
  tracks: [...(done.tracks ?? []), ...(part.tracks ?? [])],
  albums: [...(done.albums ?? []), ...(part.albums ?? [])],
  trackTwins: [...(done.trackTwins ?? []), ...(part.trackTwins ?? [])],
  albumTwins: [...(done.albumTwins ?? []), ...(part.albumTwins ?? [])],
  lostMbids: [...(done.lostMbids ?? []), ...(part.lostMbids ?? [])],
})

/** A track or album, and its twin by the other artist. */
interface NextRow {
  readonly from: number
  readonly into: number | null
  readonly plays: number
}

const hasTwin = (row: NextRow): row is NextRow & Pair => row.into !== null

/**
 * Returns the next tracks or albums to merge, and whether there are more. Those with a twin that is a spelling of a row by the
 * same artist are left to the last part.
 */
async function listNext(tx: Tx, table: 'tracks' | 'albums', { from, into }: Pair) {
  const rows = sql.table(table)
  const isLimited = table === 'albums' ? sql`twin.id is not null` : sql`true`
  const { rows: next } = await sql<NextRow>`select own.from, own.into, ${selectPlays(table, sql`own.from`)} as plays
    from (
      select own.id as from, main.id as into
      from ${rows} as own left join ${rows} as twin on twin.artist_id = ${into} and twin.title_key = own.title_key
        left join ${rows} as main on main.id = coalesce(twin.merged_into, twin.id)
      where own.artist_id = ${from} and own.merged_into is null and main.artist_id is distinct from ${from}::bigint
        and ${isLimited} order by own.id limit ${sql.lit(PART_ROWS)}) as own`.execute(tx)
  const part = takePart(next)
  return { rows: part, areMore: part.length < next.length || next.length === PART_ROWS }
}

const selectPlays = (table: 'tracks' | 'albums', id: RawBuilder<unknown>): RawBuilder<number> =>
  table === 'tracks'
    ? sql<number>`(select coalesce(sum(plays), 0)::integer from track_plays where track_id = ${id})`
    : sql<number>`(select coalesce(sum(plays), 0)::integer from album_plays where album_id = ${id})`

/** Returns the first rows with at most `PART_PLAYS` plays, at least one row. */
function takePart<T extends { readonly plays: number }>(rows: readonly T[]): readonly T[] {
  let plays = 0
  const end = rows.findIndex((row, place) => (plays += row.plays) > PART_PLAYS && place > 0)
  return end === -1 ? rows : rows.slice(0, end)
}

async function mergeTracksPart(tx: Tx, pair: Pair, rows: readonly NextRow[]): Promise<Partial<UndoMerge>> {
  const twins = rows.filter(hasTwin)
  const tracks = rows.flatMap((row) => (row.into === null ? [row.from] : []))
  const ids = [...rows.map((row) => row.from), ...twins.map((twin) => twin.into)]
  return countMovedPlays(tx, ids, async () => {
    const trackTwins = await mergePairs(twins, (group) => moveTracks(tx, pair, group))
    const lostMbids = await clearTakenMbids(tx, pair, sql`id = any(${tracks}::bigint[])`)
    await moveWholeTracks(tx, pair, tracks)
    return { trackTwins, tracks, lostMbids }
  })
}

/** Gives tracks, with their plays, to another artist. */
async function moveWholeTracks(tx: Tx, { from, into }: Pair, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const isMoved = sql`track_id = any(${ids}::bigint[])`
  await sql`update tracks set artist_id = ${into} where id = any(${ids}::bigint[])`.execute(tx)
  await sql`update plays_daily set artist_id = ${into} where artist_id = ${from} and ${isMoved}
    and member_id = any(array(select distinct member_id from track_plays where ${isMoved}))`.execute(tx)
  await sql`update track_plays set artist_id = ${into} where ${isMoved}`.execute(tx)
  await sql`update chart_tracks set artist_id = ${into} where artist_id = ${from} and ${isMoved}`.execute(tx)
}

async function mergeAlbumsPart(tx: Tx, { from, into }: Pair, twins: readonly Pair[]): Promise<Partial<UndoMerge>> {
  await sql`update listen_details set album_artist_id = ${into}
    where album_artist_id = ${from} and album_id = any(${listFrom(twins)})`.execute(tx)
  return { albumTwins: await mergePairs(twins, (group) => moveAlbums(tx, group)) }
}

/**
 * Undoes the next part of a merge, later ones first. Returns false if only the artists themselves are
 * left, which `undoMerge` separates.
 */
export async function separateNextPart(tx: Tx, pair: Pair, undo: UndoMerge): Promise<boolean> {
  await lockForJoining(tx)
  const albums = await takeMerged(tx, 'albums', undo.albumTwins ?? [])
  const tracks = albums.length > 0 ? [] : await takeMerged(tx, 'tracks', undo.trackTwins ?? [])
  for (const group of groupByInto(albums)) await separateAlbums(tx, group)
  if (tracks.length > 0) await separateTwins(tx, pair, tracks)
  return albums.length > 0 || tracks.length > 0 || (await returnNextTracks(tx, pair, undo))
}

async function separateTwins(tx: Tx, pair: Pair, twins: readonly UndoTwin[]): Promise<void> {
  const ids = twins.flatMap((twin) => [twin.from, twin.into])
  await countMovedPlays(tx, ids, async () => {
    for (const group of groupByInto(twins)) await separateTracks(tx, pair, group)
  })
}

/** Returns the latest twins that are still merged, by the plays of the rows that they were merged into. */
async function takeMerged(
  tx: Tx,
  table: 'tracks' | 'albums',
  twins: readonly UndoTwin[],
): Promise<readonly UndoTwin[]> {
  const merged = (await filterMerged(tx, table, twins)).toReversed().slice(0, PART_ROWS)
  const { rows } = await sql<{ plays: number }>`select ${selectPlays(table, sql`into_id`)} as plays
    from unnest(${merged.map(({ into }) => into)}::bigint[]) with ordinality as twin (into_id, place)
    order by place`.execute(tx)
  return takePart(merged.map((twin, place) => ({ ...twin, plays: rows[place]?.plays ?? 0 })))
}

/** Gives the artist the next tracks back that had no twin. */
async function returnNextTracks(tx: Tx, { from, into }: Pair, undo: UndoMerge): Promise<boolean> {
  const { rows } = await sql<{ id: number; plays: number }>`
    select id, ${selectPlays('tracks', sql`own.id`)} as plays from (
      select own.id from tracks as own where id = any(${undo.tracks ?? []}::bigint[]) and artist_id = ${into}
        and merged_into is null and not ${isTaken('tracks', from)}
        order by own.id limit ${sql.lit(PART_ROWS)}) as own`.execute(tx)
  const ids = takePart(rows).map(({ id }) => id)
  await countMovedPlays(tx, ids, () => moveWholeTracks(tx, { from: into, into: from }, ids))
  return ids.length > 0
}
