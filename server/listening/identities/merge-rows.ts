import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listFrom, type Pair, selectPairs } from '../catalogue/pairs.ts'

/*
 * Merging rows of the catalogue, whatever refers to them: which rows are twins, which point to which,
 * and what undoing it needs.
 */

export type MergedTable = 'artists' | 'tracks' | 'albums'

/** What a merge has changed in the catalogue: rows as they were, by their columns. */
export interface UndoMerge {
  /** The merged row's other spellings. */
  readonly spellings: readonly number[]
  /** The MBID that the other row took. */
  readonly mbid: string | null
  /** The MBID that the merged row had. */
  readonly ownMbid?: string | null
  /** The common name of the other row. */
  readonly name: string
  /** For tracks: the links of both. */
  readonly links?: readonly object[]
  /**
   * For artists: their tracks and albums that moved, and those with a twin, which were merged into
   * it.
   */
  readonly tracks?: readonly number[]
  readonly albums?: readonly number[]
  readonly trackTwins?: readonly UndoTwin[]
  readonly albumTwins?: readonly UndoTwin[]
  /** For artists: the MBIDs that tracks lost because another track of the other artist has them. */
  readonly lostMbids?: readonly LostMbid[]
  /** For artists: rows of `artist_credits`. */
  readonly credits?: readonly object[]
}

interface LostMbid {
  readonly id: number
  readonly mbid: string
}

/** A track or album merge that followed from an artist merge. */
export interface UndoTwin extends Pair {
  readonly undo: UndoMerge
}

const NOTHING: UndoMerge = { spellings: [], mbid: null, name: '' }

/**
 * Returns whether neither row is a spelling yet: another process may have joined them meanwhile.
 */
export async function areDistinct(tx: Tx, table: MergedTable, { from, into }: Pair): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where id in (${from}, ${into}) and merged_into is null`.execute(tx)
  return rows[0]?.count === 2
}

/**
 * Divides pairs so that no two of a group have the same `into`: a statement can merge a group. The
 * order of pairs with the same `into` is that of the groups.
 */
export function groupByInto<T extends Pair>(pairs: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = []
  const counts = new Map<number, number>()
  for (const pair of pairs) {
    const count = counts.get(pair.into) ?? 0
    counts.set(pair.into, count + 1)
    const group = groups[count]
    if (group === undefined) groups[count] = [pair]
    else group.push(pair)
  }
  return groups
}

/**
 * Gives each pair the last row that its `into` leads to by other pairs, and omits those that lead back
 * to themselves: a twin may have been merged into an album of the same artist.
 */
function resolveChains(pairs: readonly Pair[]): readonly Pair[] {
  const intoOf = new Map(pairs.map(({ from, into }) => [from, into]))
  for (const { from } of pairs) {
    const visited = new Set([from])
    let into = intoOf.get(from) ?? from
    for (let next = intoOf.get(into); next !== undefined && !visited.has(into); next = intoOf.get(into)) {
      visited.add(into)
      into = next
    }
    if (visited.has(into)) intoOf.delete(from)
    else intoOf.set(from, into)
  }
  return [...intoOf].map(([from, into]) => ({ from, into }))
}

/** Merges an artist's tracks or albums that have a twin by another artist. */
export async function mergeTwins(
  tx: Tx,
  table: 'tracks' | 'albums',
  { from, into }: Pair,
  merge: MergePairs,
): Promise<readonly UndoTwin[]> {
  const { rows: pairs } = await sql<Pair>`
    select distinct on (own.id) own.id as from, coalesce(twin.merged_into, twin.id) as into
    from ${sql.table(table)} as own join ${sql.table(table)} as twin
      on twin.artist_id = ${into} and twin.title_key = own.title_key
    where own.artist_id = ${from} and own.merged_into is null order by own.id`.execute(tx)
  return mergePairs(resolveChains(pairs), merge)
}

type MergePairs = (pairs: readonly Pair[]) => Promise<readonly UndoMerge[]>

/** Merges pairs, those with the same `into` one after the other. */
export async function mergePairs(pairs: readonly Pair[], merge: MergePairs): Promise<readonly UndoTwin[]> {
  const twins: UndoTwin[] = []
  for (const group of groupByInto(pairs)) {
    const undos = await merge(group)
    for (const [place, pair] of group.entries()) twins.push({ ...pair, undo: undos[place] ?? NOTHING })
  }
  return twins
}

/** Moves an artist's tracks or albums that have no twin, and their other spellings. */
export async function moveOthers(tx: Tx, table: 'tracks' | 'albums', { from, into }: Pair): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`update ${sql.table(table)} as own set artist_id = ${into}
    where artist_id = ${from} and not exists (select from ${sql.table(table)} as twin
      where twin.artist_id = ${into} and twin.title_key = own.title_key) returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Clears MBIDs of an artist's tracks that a track by the other artist has. Returns those that were lost. */
export async function clearTakenMbids(
  tx: Tx,
  { from, into }: Pair,
  isMoved: RawBuilder<unknown>,
): Promise<readonly LostMbid[]> {
  const { rows } = await sql<LostMbid>`with lost as materialized (
      select id, mbid from tracks where artist_id = ${from} and ${isMoved} and exists (
        select from tracks as twin where twin.artist_id = ${into} and twin.mbid = tracks.mbid)),
    cleared as (update tracks set mbid = null from lost where tracks.id = lost.id)
    select id, mbid from lost order by id`.execute(tx)
  return rows
}

/** Returns what the merges of rows change in the rows themselves. Call it before the merge. */
export async function describeMerges(
  tx: Tx,
  table: MergedTable,
  pairs: readonly Pair[],
): Promise<readonly UndoMerge[]> {
  const mbid = sql.ref(table === 'albums' ? 'release_mbid' : 'mbid')
  const { rows } = await sql<UndoMerge>`select
      array(select id from ${sql.table(table)} where merged_into = pair.from_id order by id) as spellings,
      case when main.${mbid} is null then own.${mbid} end as mbid, own.${mbid} as "ownMbid",
      main.${sql.ref(table === 'artists' ? 'name' : 'title')} as name
    from unnest(${pairs.map(({ from }) => from)}::bigint[], ${pairs.map(({ into }) => into)}::bigint[])
      with ordinality as pair (from_id, into_id, place)
    join ${sql.table(table)} as own on own.id = from_id join ${sql.table(table)} as main on main.id = into_id
    order by place`.execute(tx)
  return rows
}

/**
 * Makes rows, and their own spellings, point to the others. Another row takes the MBID if it has
 * none and no third row has that MBID.
 */
export async function mergeRows(
  tx: Tx,
  table: 'artists' | 'tracks',
  pairs: readonly Pair[],
  undos: readonly UndoMerge[],
): Promise<void> {
  await pointToMain(tx, table, pairs, sql`mbid = null,`)
  // Another track by the same artist may have that MBID: names take precedence.
  const isOfSame = table === 'tracks' ? sql`owner.artist_id = main.artist_id and` : sql``
  await sql`update ${sql.table(table)} as main set mbid = former.mbid
    from unnest(${pairs.map(({ into }) => into)}::bigint[], ${undos.map(({ mbid }) => mbid)}::uuid[]) as former (id, mbid)
    where main.id = former.id and former.mbid is not null and main.mbid is null
      and not exists (select from ${sql.table(table)} as owner where ${isOfSame} owner.mbid = former.mbid)`.execute(tx)
}

/** Makes rows, and their own spellings, point to the others, and sets further columns. */
export async function pointToMain(tx: Tx, table: MergedTable, pairs: readonly Pair[], columns = sql``): Promise<void> {
  const ids = listFrom(pairs)
  await sql`update ${sql.table(table)} as own set ${columns} merged_into = pair.into_id from ${selectPairs(pairs)}
    where pair.from_id = coalesce(own.merged_into, own.id) and own.id = any(array(
      select id from ${sql.table(table)} where id = any(${ids})
      union all select id from ${sql.table(table)} where merged_into = any(${ids})))`.execute(tx)
}
