import { sql } from 'kysely'
import type { Blocked } from '#contract/accounts/blocks.ts'
import { memberUnfollowed } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { picturesOf } from '#server/db/pictures.ts'

/** Any number that nothing else locks. */
const PAIR_LOCK = 7_051

/**
 * Lets one transaction at a time change how two members stand to each other, until it ends: somebody who follows while
 * being blocked would follow in secret after the block.
 */
export async function lockPair(tx: Tx, memberId: number, otherId: number): Promise<void> {
  const pair = [memberId, otherId].toSorted((a, b) => a - b).join(' ')
  await sql`select pg_advisory_xact_lock(${sql.lit(PAIR_LOCK)}, hashtext(${pair}))`.execute(tx)
}

/**
 * Blocks a member, both ways: `visibleTo` hides each from the other from now on. Follows between them end; their swaps
 * that are open end by a trigger. Blocked already is done already.
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
  await memberUnfollowed(tx, blockerId, blockedId)
  await memberUnfollowed(tx, blockedId, blockerId)
}

/** Ends a block by its blocker; the other's own block stays. Not blocked is done already. */
export async function deleteBlock(tx: Tx, blockerId: number, blockedId: number): Promise<void> {
  await tx.deleteFrom('blocks').where('blocker_id', '=', blockerId).where('blocked_id', '=', blockedId).execute()
}

/** Mutes a member. Muted already is done already. */
export async function insertMute(tx: Tx, muterId: number, mutedId: number, now: Date): Promise<void> {
  await tx
    .insertInto('mutes')
    .values({ muter_id: muterId, muted_id: mutedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['muter_id', 'muted_id']).doNothing())
    .execute()
}

/** Ends muting. Not muted is done already. */
export async function deleteMute(tx: Tx, muterId: number, mutedId: number): Promise<void> {
  await tx.deleteFrom('mutes').where('muter_id', '=', muterId).where('muted_id', '=', mutedId).execute()
}

/** Whom a member has blocked or muted, latest first. The one list that shows blocked members: to their blocker. */
export async function listBlocks(db: Db, memberId: number): Promise<Blocked[]> {
  const { rows } = await sql<{ username: string; blocked: boolean; muted: boolean; picture_url: string | null }>`
    select name as username, bool_or(is_block) as blocked, bool_or(not is_block) as muted, picture_url
    from (
      select blocked_id as other_id, true as is_block, created_at from blocks where blocker_id = ${memberId}
      union all select muted_id, false, created_at from mutes where muter_id = ${memberId}) as kept_away
    join members on members.id = other_id
    group by members.id order by max(kept_away.created_at) desc, members.id desc`.execute(db)
  return rows.map(({ picture_url, ...row }) => ({ ...row, pfpsm: picturesOf(picture_url).pfpsm }))
}
