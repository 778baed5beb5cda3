import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { listInto, type Pair, selectPairs } from '../catalogue/pairs.ts'
import type { MergedTable, UndoTwin } from './merge-rows.ts'

/* Undoing merges in the catalogue itself. No two pairs have the same `into`. */

const KINDS = { artists: 'artist', tracks: 'track', albums: 'album' } as const

/** Returns the pairs of which one row is a spelling of the other, which is none itself. */
export async function filterMerged<T extends Pair>(
  tx: Tx,
  table: MergedTable,
  pairs: readonly T[],
): Promise<readonly T[]> {
  const { rows } = await sql<{ id: number }>`select from_id as id from ${selectPairs(pairs)}
    join ${sql.table(table)} as own on own.id = from_id and own.merged_into = into_id
    join ${sql.table(table)} as main on main.id = into_id and main.merged_into is null`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  return pairs.filter(({ from }) => ids.has(from))
}

/** Makes rows main ones again, with the MBIDs that the others took, and their spellings. */
export async function restoreRows(tx: Tx, table: MergedTable, twins: readonly UndoTwin[]): Promise<void> {
  const rows = sql.table(table)
  const column = sql.ref(table === 'albums' ? 'release_mbid' : 'mbid')
  await sql`update ${rows} as own set merged_into = nullif(former.from_id, own.id) from ${selectFormer(twins)}
    where own.id = former.id and own.merged_into = former.into_id`.execute(tx)
  const identified = twins.filter(({ undo }) => undo.mbid !== null)
  await sql`update ${rows} as main set ${column} = null
    from unnest(${listInto(identified)}, ${identified.map(({ undo }) => undo.mbid)}::uuid[]) as former (id, mbid)
    where main.id = former.id and main.${column} = former.mbid`.execute(tx)
  const own = twins.map(({ from, undo }) => ({ id: from, mbid: undo.ownMbid ?? undo.mbid }))
  await restoreMbids(tx, table, own)
  await sql`update ${rows} as main set ${sql.ref(table === 'artists' ? 'name' : 'title')} = former.name
    from unnest(${listInto(twins)}, ${twins.map(({ undo }) => undo.name)}::text[]) as former (id, name)
    where main.id = former.id and not exists (select from music_decisions as decision
      where decision.kind = ${KINDS[table]} and action = 'rename' and music_id = main.id)`.execute(tx)
}

/** Gives rows the MBIDs that they had, unless another row has them by now. */
export async function restoreMbids(
  tx: Tx,
  table: MergedTable,
  former: readonly { readonly id: number; readonly mbid: string | null }[],
): Promise<void> {
  const column = sql.ref(table === 'albums' ? 'release_mbid' : 'mbid')
  const isOfSame = table === 'tracks' ? sql`owner.artist_id = own.artist_id and` : sql``
  await sql`update ${sql.table(table)} as own set ${column} = former.mbid
    from unnest(${former.map(({ id }) => id)}::bigint[], ${former.map(({ mbid }) => mbid)}::uuid[]) as former (id, mbid)
    where own.id = former.id and own.${column} is null and former.mbid is not null and not exists (
      select from ${sql.table(table)} as owner where ${isOfSame} owner.${column} = former.mbid)`.execute(tx)
}

/**
 * Selects the rows that return as `former`: each `from_id` and its own spellings by their `id`, with
 * the `into_id` that they leave.
 */
export function selectFormer(twins: readonly UndoTwin[]) {
  const rows = twins.flatMap(({ from, into, undo }) => [from, ...undo.spellings].map((id) => ({ id, from, into })))
  return sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ from }) => from)}::bigint[],
    ${rows.map(({ into }) => into)}::bigint[]) as former (id, from_id, into_id)`
}
