import { sql } from 'kysely'
import type { Blocked } from '#contract/accounts/blocks.ts'
import { deleteActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'

/** The advisory lock's class. No other lock may use it. */
const PAIR_LOCK = 7_051

/**
 * Serializes changes to the relation between two members until the transaction ends. Without the
 * lock, a follow that runs beside a block could outlive it.
 */
export async function lockPair(tx: Tx, memberId: number, otherId: number): Promise<void> {
  const pair = [memberId, otherId].toSorted((a, b) => a - b).join(' ')
  await sql`select pg_advisory_xact_lock(${sql.lit(PAIR_LOCK)}, hashtext(${pair}))`.execute(tx)
}

/**
 * Blocks a member. `visibleTo` hides the two members from each other from then on. Deletes the
 * follows between them; a trigger ends their open swaps. Does nothing if the block exists.
 */
export async function insertBlock(tx: Tx, blockerId: number, blockedId: number, now: Date): Promise<void> {
  await lockPair(tx, blockerId, blockedId)
  await tx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['blocker_id', 'blocked_id']).doNothing())
    .execute()
  await sql`delete from follows where (follower_id = ${blockerId} and followee_id = ${blockedId})
    or (follower_id = ${blockedId} and followee_id = ${blockerId})`.execute(tx)
  await deleteActivity(tx, 'follow', blockerId, blockedId)
  await deleteActivity(tx, 'follow', blockedId, blockerId)
}

/**
 * Deletes the caller's block; a block in the other direction remains. Does nothing if there is
 * none.
 */
export async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<void> {
  await tx.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

/** Mutes a member. Does nothing if the mute exists. */
export async function insertMute(tx: Tx, muterId: number, mutedId: number, now: Date): Promise<void> {
  await tx
    .insertInto('mutes')
    .values({ muter_id: muterId, muted_id: mutedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['muter_id', 'muted_id']).doNothing())
    .execute()
}

/** Unmutes a member. Does nothing if there is no mute. */
export async function deleteMute(tx: Tx, muterId: number, mutedId: number): Promise<void> {
  await tx.deleteFrom('mutes').where('muter_id', '=', muterId).where('muted_id', '=', mutedId).execute()
}

/**
 * Returns the members that a member has blocked or muted, latest first. No other list includes
 * blocked members.
 */
export async function listBlocks(db: Db, memberId: number): Promise<Blocked[]> {
  const { rows } = await sql<{ username: string; blocked: boolean; muted: boolean; picture_url: string | null }>`
    select name as username, bool_or(is_block) as blocked, bool_or(not is_block) as muted, picture_url
    from (
      select blocked_id as other_id, true as is_block, created_at from blocks where blocker_id = ${memberId}
      union all select muted_id, false, created_at from mutes where muter_id = ${memberId}) as relations
    join members on members.id = other_id
    group by members.id order by max(relations.created_at) desc, members.id desc`.execute(db)
  return rows.map(({ picture_url, ...row }) => ({ ...row, pfpsm: toPictures(picture_url).pfpsm }))
}
