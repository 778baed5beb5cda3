import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import type { Posting } from './nearest.ts'
import { type Played, type Taste, tasteFrom } from './taste.ts'

/** The maximum number of members in an artist's posting. */
const POSTING_LENGTH = 2000

export async function countListeningMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*) as members from members
    where listens_since is not null`.execute(db)
  return rows[0]?.members ?? 0
}

/**
 * Returns members' plays, by member. Pending changes in the artists' listener counts are summed
 * once: during many scrobbles an artist has hundreds.
 */
export async function listPlayed(
  db: Db,
  memberIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Played[]>> {
  const { rows } = await sql<{ member_id: number; ids: number[]; plays: number[]; listeners: number[] }>`
    with pending as materialized (
      select artist_id, sum((plays_after > 0)::integer - (plays_before > 0)::integer) as listeners
      from artist_plays_changes group by artist_id)
    select member_id, json_agg(artist_id) as ids, json_agg(artist_plays.plays) as plays,
      json_agg(artists.listeners + coalesce(pending.listeners, 0)) as listeners
    from artist_plays join artists on artists.id = artist_id left join pending using (artist_id)
    where member_id = any(${memberIds}::bigint[]) group by member_id`.execute(db)
  return new Map(
    rows.map(({ member_id, ids, plays, listeners }) => [
      member_id,
      ids.map((artistId, at) => ({ artistId, plays: plays[at] ?? 0, listeners: listeners[at] ?? 0 })),
    ]),
  )
}

export async function listTastes(db: Db, memberIds: readonly number[]): Promise<ReadonlyMap<number, Taste>> {
  const { rows } = await sql<{ member_id: number; ids: number[]; weights: number[] }>`
    select member_id, json_agg(artist_id) as ids, json_agg(weight) as weights from taste_weights
    where member_id = any(${memberIds}::bigint[]) group by member_id`.execute(db)
  return new Map(
    rows.map(({ member_id, ids, weights }) => [member_id, tasteFrom(ids.map((id, at) => [id, weights[at] ?? 0]))]),
  )
}

/** Stores members' current tastes; their neighbours are searched next. */
export async function replaceTastes(
  tx: Tx,
  tastes: readonly { readonly memberId: number; readonly plays: number; readonly taste: Taste }[],
): Promise<void> {
  const memberIds = tastes.map(({ memberId }) => memberId)
  const weights = tastes.flatMap(({ memberId, taste }) =>
    [...taste.weights].map((entry) => [memberId, ...entry] as const),
  )
  await sql`delete from taste_weights where member_id = any(${memberIds}::bigint[])`.execute(tx)
  await sql`insert into taste_weights (member_id, artist_id, weight)
    select * from unnest(${weights.map(([id]) => id)}::bigint[], ${weights.map(([, id]) => id)}::bigint[],
      ${weights.map(([, , weight]) => weight)}::float8[])`.execute(tx)
  await sql`insert into taste_members (member_id, plays, norm, is_waiting)
    select *, true from unnest(${memberIds}::bigint[], ${tastes.map(({ plays }) => plays)}::bigint[],
      ${tastes.map(({ taste }) => taste.norm)}::float8[])
    on conflict (member_id) do update set plays = excluded.plays, norm = excluded.norm, is_waiting = true`.execute(tx)
}

/** Returns the members with these artists among their heaviest. */
export async function listPostings(db: Db, artistIds: readonly number[]): Promise<readonly Posting[]> {
  const { rows } = await sql<{ artist_id: number; member_ids: number[]; weights: number[] }>`
    select wanted.artist_id, json_agg(heaviest.member_id) as member_ids, json_agg(heaviest.weight) as weights
    from unnest(${artistIds}::bigint[]) as wanted (artist_id)
    cross join lateral (
      select member_id, weight from taste_weights where artist_id = wanted.artist_id
      order by weight desc, member_id limit ${POSTING_LENGTH}) as heaviest
    group by wanted.artist_id`.execute(db)
  return rows.map(({ artist_id, member_ids, weights }) => ({ artistId: artist_id, memberIds: member_ids, weights }))
}

export async function listNorms(db: Db, memberIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ member_id: number; norm: number }>`select member_id, norm from taste_members
    where member_id = any(${memberIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.member_id, row.norm]))
}

/** Returns the similarities between pairs, ascending; empty until the job has run. */
export async function getScale(db: Db): Promise<readonly number[]> {
  const row = await db.selectFrom('taste_scale').select('similarities').executeTakeFirst()
  return row?.similarities ?? []
}
