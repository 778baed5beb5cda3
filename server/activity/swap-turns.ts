import { sql } from 'kysely'
import type { ActivityKind, SwapEnding } from '#contract/activity/kinds.ts'
import type { Tx } from '#server/db/open.ts'
import { deleteUnlikedPosts, insertPost, type Named } from './posts.ts'

type Turn = Extract<ActivityKind, `swap_${string}`>

/** Records a swap's first track: System posts it, and the matched member receives the invite. */
export async function recordSwapStart(
  tx: Tx,
  swapId: number,
  initiator: Named,
  matched: Named,
  now: Date,
): Promise<void> {
  const title = `${initiator.name} started a Track Swap with ${matched.name}.`
  await insertPost(tx, title, { memberId: initiator.id, otherId: matched.id, swapId }, now)
  await insertTurn(tx, { turn: 'swap_invite', swapId, memberId: matched.id, actorId: initiator.id, now })
}

/**
 * Records that the matched member has sent a track and rated: notifies the initiator that it is
 * their turn.
 */
export async function recordSwapAnswer(
  tx: Tx,
  swapId: number,
  initiator: Pick<Named, 'id'>,
  matched: Pick<Named, 'id'>,
  now: Date,
): Promise<void> {
  await updateTurnsRead(tx, swapId, matched.id)
  await insertTurn(tx, { turn: 'swap_answer', swapId, memberId: initiator.id, actorId: matched.id, now })
}

/**
 * Records a swap's completion: System replaces the post about its start, and the matched member
 * receives the result. Each `swag` is the member's amount.
 */
export async function recordSwapCompletion(
  tx: Tx,
  swapId: number,
  initiator: Named & { readonly swag: number },
  matched: Named & { readonly swag: number },
  now: Date,
): Promise<void> {
  const title = `${initiator.name} and ${matched.name} completed a Track Swap: +${initiator.swag} swag for ${initiator.name}, +${matched.swag} for ${matched.name}.`
  await deleteUnlikedPosts(tx, swapId)
  await insertPost(tx, title, { memberId: initiator.id, otherId: matched.id, swapId }, now)
  await updateTurnsRead(tx, swapId, initiator.id)
  await insertTurn(tx, { turn: 'swap_result', swapId, memberId: matched.id, actorId: initiator.id, now })
}

/**
 * Records that a swap ended without results. `recipient` is notified how; `other` is the other
 * member. For an expired swap, call it once for each side to notify.
 */
export async function recordSwapEnd(
  tx: Tx,
  swapId: number,
  {
    recipient,
    other,
    how,
  }: { readonly recipient: Pick<Named, 'id'>; readonly other: Pick<Named, 'id'>; readonly how: SwapEnding },
  now: Date,
): Promise<void> {
  await updateTurnsRead(tx, swapId, recipient.id)
  await updateTurnsRead(tx, swapId, other.id)
  await insertTurn(tx, { turn: 'swap_ended', swapId, memberId: recipient.id, actorId: other.id, detail: how, now })
}

/**
 * Records that a member shares a swap's results. The other member receives one entry for the swap,
 * however often it is shared: it is shown while the member shares them.
 */
export async function recordSwapShare(
  tx: Tx,
  swapId: number,
  { memberId, actorId, now }: { readonly memberId: number; readonly actorId: number; readonly now: Date },
): Promise<void> {
  await updateTurnsRead(tx, swapId, actorId)
  await insertTurn(tx, { turn: 'swap_share', swapId, memberId, actorId, now })
}

interface NewTurn {
  readonly turn: Turn
  readonly swapId: number
  readonly memberId: number
  readonly actorId: number
  readonly detail?: string
  readonly now: Date
}

async function insertTurn(tx: Tx, { turn, swapId, memberId, actorId, detail = '', now }: NewTurn): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, swap_id, detail, created_at)
    values (${memberId}, ${actorId}, ${turn}, ${swapId}, ${detail}, ${now}) on conflict do nothing`.execute(tx)
}

/** Marks a member's entries about a swap as read, after the member has acted on it. */
async function updateTurnsRead(tx: Tx, swapId: number, memberId: number): Promise<void> {
  await tx
    .updateTable('activity')
    .set({ is_unread: false })
    .where('swap_id', '=', swapId)
    .where('member_id', '=', memberId)
    .where('is_unread', '=', true)
    .execute()
}
