import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** The maximum number of a member's neighbours. */
export const NEIGHBOURS = 50

/** How similar `otherId` is to `memberId`. */
export interface Nearness {
  readonly memberId: number
  readonly otherId: number
  readonly similarity: number
  /** The artists they share, strongest first. */
  readonly shared: readonly number[]
}

/** Deletes these members' neighbours, in both directions. */
export async function deleteNearness(tx: Tx, memberIds: readonly number[]): Promise<void> {
  const ids = sql`any(${memberIds}::bigint[])`
  await sql`delete from taste_neighbours where member_id = ${ids} or other_id = ${ids}`.execute(tx)
}

/** Deletes the taste and the neighbours for members without any plays. */
export async function deleteTastes(tx: Tx, memberIds: readonly number[]): Promise<void> {
  if (memberIds.length === 0) return
  await deleteNearness(tx, memberIds)
  for (const table of ['taste_weights', 'taste_members'])
    await sql`delete from ${sql.table(table)} where member_id = any(${memberIds}::bigint[])`.execute(tx)
}

/** Adds neighbours and deletes those displaced by nearer ones. */
export async function insertNearness(tx: Tx, found: readonly Nearness[]): Promise<void> {
  const memberIds = found.map((it) => it.memberId)
  await sql`insert into taste_neighbours (member_id, other_id, similarity, shared)
    select member_id, other_id, similarity, shared::bigint[]
    from unnest(${memberIds}::bigint[], ${found.map((it) => it.otherId)}::bigint[],
      ${found.map((it) => it.similarity)}::float8[], ${found.map((neighbour) => `{${neighbour.shared.join(',')}}`)}::text[])
      as found (member_id, other_id, similarity, shared)
    where exists (select from members where members.id = member_id)
      and exists (select from members where members.id = other_id)
    on conflict (member_id, other_id) do update
      set similarity = excluded.similarity, shared = excluded.shared`.execute(tx)
  await sql`delete from taste_neighbours using (
      select member_id, other_id, row_number() over (partition by member_id order by similarity desc, other_id) as place
      from taste_neighbours where member_id = any(${[...new Set(memberIds)]}::bigint[])) as ranked
    where taste_neighbours.member_id = ranked.member_id and taste_neighbours.other_id = ranked.other_id
      and place > ${NEIGHBOURS}`.execute(tx)
}

/**
 * Returns, for members with the maximum number of neighbours, the similarity of the farthest: only
 * nearer ones are added.
 */
export async function listFarthest(tx: Tx, memberIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ member_id: number; similarity: number }>`
    select member_id, min(similarity) as similarity from taste_neighbours
    where member_id = any(${memberIds}::bigint[]) group by member_id having count(*) >= ${NEIGHBOURS}`.execute(tx)
  return new Map(rows.map((row) => [row.member_id, row.similarity]))
}
