import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '#contract/durations.ts'
import type { Tx } from '#server/db/open.ts'
import { createSearch, findNearest, sharedArtists } from './nearest.ts'
import {
  deleteNearness,
  deleteTastes,
  insertNearness,
  listFarthest,
  NEIGHBOURS,
  type Nearness,
} from './neighbours-store.ts'
import { computeSimilarity, computeTaste, createScale, type Taste } from './taste.ts'
import { countListeningMembers, listNorms, listPlayed, listPostings, listTastes, replaceTastes } from './taste-store.ts'

/** The maximum number of members per transaction: about a second of work. */
const BATCH = 250
/** How many likely neighbours are compared exactly; the nearest are stored. */
const CANDIDATES = 2 * NEIGHBOURS
/** The maximum number of shared artists stored per pair. */
const NAMED = 5
const HOUR_MS = 3_600_000
/**
 * The scale is computed from all pairs among this many members, the same each time, or among all
 * members if there are fewer.
 */
const SCALE_MEMBERS = 200
/** The most members in a community that are all weighed each day. */
const WEIGHED_DAILY_MAX = 10_000

/**
 * Runs one step in updating neighbours: weighs members with new listens, finds neighbours for those
 * weighed, or measures the scale. Returns whether there may be more to do. Each step has its own
 * transaction, so that its result is stored even if a later one fails.
 */
export async function updateTaste(tx: Tx, now: Date): Promise<boolean> {
  if (await weighChanged(tx, now)) return true
  const isAny = await findNeighbours(tx, now)
  if (!isAny) await updateScale(tx, now)
  return isAny
}

/**
 * New members, and those with a tenth more plays than when last weighed, are due immediately;
 * others after an hour, since each scrobble alone changes little.
 */
const selectChanged = (now: Date) => sql<{ member_id: number }>`
  select member_id from taste_changes left join taste_members as weighed using (member_id)
  where weighed.member_id is null or taste_changes.plays * 10 >= weighed.plays
    or weighed.computed_at is null or weighed.computed_at <= ${new Date(now.getTime() - HOUR_MS)}::timestamptz`

/**
 * Selects members that were weighed a day ago, unless there are too many: their artists have become
 * more common as others listened.
 */
const selectOutdated = (now: Date) => sql<{ member_id: number }>`
  select member_id from taste_members where not is_waiting
    and computed_at <= ${new Date(now.getTime() - DAY_MS)}::timestamptz
    and not exists (select from taste_members as others offset ${sql.lit(WEIGHED_DAILY_MAX)}) limit ${sql.lit(BATCH)}`

/** Returns a query for members with taste or neighbours that have to be computed. */
export const findChangedTaste = (now: Date): RawBuilder<unknown> => sql`${selectChanged(now)}
  union all (${selectOutdated(now)}) union all select member_id from taste_members where is_waiting`

async function weighChanged(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ member_id: number }>`
    with changed as (
      delete from taste_changes where member_id in (${selectChanged(now)} limit ${BATCH}) returning member_id)
    select member_id from changed union (${selectOutdated(now)})`.execute(tx)
  if (rows.length === 0) return false
  const members = await countListeningMembers(tx)
  // A separate statement after the delete: it includes what was counted in between.
  const memberIds = rows.map((row) => row.member_id)
  const played = await listPlayed(tx, memberIds)
  const tastes = [...played].map(([memberId, artists]) => ({
    memberId,
    plays: artists.reduce((sum, { plays }) => sum + plays, 0),
    taste: computeTaste(artists, members),
  }))
  await replaceTastes(tx, tastes)
  const silent = memberIds.filter((memberId) => !played.has(memberId))
  await deleteTastes(tx, silent)
  return true
}

async function findNeighbours(tx: Tx, now: Date): Promise<boolean> {
  const { rows } = await sql<{ member_id: number }>`
    update taste_members set is_waiting = false, computed_at = ${now}
    where member_id in (select member_id from taste_members where is_waiting limit ${BATCH})
    returning member_id`.execute(tx)
  if (rows.length === 0) return false
  const memberIds = rows.map((row) => row.member_id)
  const found = await findNearness(tx, await listTastes(tx, memberIds))
  await deleteNearness(tx, memberIds)
  await insertNearness(tx, await withoutFarther(tx, memberIds, found))
  return true
}

/**
 * Returns the similarities of these members in both directions: a change may make a member nearer
 * to others, too.
 */
async function findNearness(tx: Tx, tastes: ReadonlyMap<number, Taste>): Promise<readonly Nearness[]> {
  const artistIds = new Set([...tastes.values()].flatMap(({ weights }) => [...weights.keys()]))
  const postings = await listPostings(tx, [...artistIds])
  const posted = new Set(postings.flatMap((it) => it.memberIds))
  const search = createSearch(postings, await listNorms(tx, [...posted]))
  const likely = new Map<number, readonly number[]>()
  for (const [memberId, taste] of tastes) {
    likely.set(memberId, search(memberId, taste, CANDIDATES))
    await breathe()
  }
  const others = await listTastes(tx, [...new Set([...likely.values()].flat())])
  const found: Nearness[] = []
  for (const [memberId, taste] of tastes) {
    found.push(...computeNearness(memberId, taste, pick(others, likely.get(memberId) ?? [])))
    await breathe()
  }
  return found
}

function computeNearness(memberId: number, taste: Taste, others: ReadonlyMap<number, Taste>): readonly Nearness[] {
  return findNearest(taste, others).flatMap(({ memberId: otherId, similarity }, place) => {
    const other = others.get(otherId)
    if (other === undefined) return []
    const shared = sharedArtists(taste, other).slice(0, NAMED)
    const back = { memberId: otherId, otherId: memberId, similarity, shared }
    return place < NEIGHBOURS ? [{ memberId, otherId, similarity, shared }, back] : [back]
  })
}

const pick = (tastes: ReadonlyMap<number, Taste>, memberIds: readonly number[]) =>
  new Map(
    memberIds.flatMap((id) => {
      const taste = tastes.get(id)
      return taste === undefined ? [] : [[id, taste] as const]
    }),
  )

/**
 * Returns the pairs to store: all for the searched members, and for others only those nearer than
 * their farthest neighbour.
 */
async function withoutFarther(
  tx: Tx,
  searched: readonly number[],
  found: readonly Nearness[],
): Promise<readonly Nearness[]> {
  const own = new Set(searched)
  const others = [...new Set(found.map((it) => it.memberId))].filter((id) => !own.has(id))
  const farthest = await listFarthest(tx, others)
  const nearest = new Map<string, Nearness>()
  for (const it of found) {
    if (own.has(it.memberId) || it.similarity > (farthest.get(it.memberId) ?? 0))
      nearest.set(`${it.memberId} ${it.otherId}`, it)
  }
  return [...nearest.values()]
}

/** Recomputes the similarity scale when the community has changed, or after a day. */
async function updateScale(tx: Tx, now: Date): Promise<void> {
  const { rows } = await sql<{ is_due: boolean }>`select not exists (select from taste_scale
      where computed_at > ${new Date(now.getTime() - DAY_MS)}
        and abs(members - (select count(*) from taste_members)) * 10 <= members
        and not (members <= ${SCALE_MEMBERS} and exists (
          select from taste_members where taste_members.computed_at > taste_scale.computed_at))) as is_due`.execute(tx)
  if (rows[0]?.is_due !== true) return
  const members = await tx
    .selectFrom('taste_members')
    .select('member_id')
    .orderBy(sql`hashint8(member_id)`)
    .limit(SCALE_MEMBERS)
    .execute()
  const memberIds = members.map((member) => member.member_id)
  const tastes = [...(await listTastes(tx, memberIds)).values()]
  const similarities: number[] = []
  for (const [place, taste] of tastes.entries()) {
    for (const other of tastes.slice(0, place)) similarities.push(computeSimilarity(taste, other))
    await breathe()
  }
  await sql`insert into taste_scale (is_only, similarities, members, computed_at)
    values (true, ${createScale(similarities)}::float8[], (select count(*) from taste_members), ${now})
    on conflict (is_only) do update
      set similarities = excluded.similarities, members = excluded.members,
        computed_at = excluded.computed_at`.execute(tx)
}
