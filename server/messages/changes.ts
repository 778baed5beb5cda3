import { sql } from 'kysely'
import { EDIT_MINUTES } from '#contract/messages/messages.ts'
import { canSee } from '#server/accounts/index.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { decreaseUnread } from './store.ts'

const MINUTE_MS = 60_000

/** How a request names a message: by its id, or by the client_id with which the caller sent it. */
export interface MessageRef {
  readonly id?: number | undefined
  readonly clientId?: string | undefined
}

interface LockedMessage {
  readonly id: number
  readonly senderId: number
  readonly recipientId: number
  readonly body: string
  readonly createdAt: Date
  readonly isDeleted: boolean
  readonly isUnread: boolean
}

/**
 * Changes an own message's text. Time counts from when the server received the message, by the
 * server's clock: a request contains no time. Throws a Refusal.
 */
export async function updateMessageText(
  tx: Tx,
  memberId: number,
  ref: MessageRef,
  body: string,
  now: Date,
): Promise<number> {
  const message = await getMessageForUpdate(tx, memberId, ref)
  checkOwn(message, memberId)
  if (message.isDeleted) throw new Refusal(404, 'This message was deleted.')
  if (now.getTime() - message.createdAt.getTime() > EDIT_MINUTES * MINUTE_MS)
    throw new Refusal(409, `A message can be edited for ${EDIT_MINUTES} minutes after it was sent.`, 'edit_too_late')
  if (message.body === body) return message.id
  await sql`update messages set body = ${body}, edited_at = ${now}, changed_at = ${now}
    where id = ${message.id}`.execute(tx)
  await bumpConversation(tx, message)
  return message.id
}

/**
 * Deletes an own message's text, card and reactions for both members. A placeholder remains, so
 * that ids and reading positions stay. Does nothing if it is deleted. Throws a Refusal.
 */
export async function markMessageDeleted(tx: Tx, memberId: number, ref: MessageRef, now: Date): Promise<number> {
  const message = await getMessageForUpdate(tx, memberId, ref)
  checkOwn(message, memberId)
  if (message.isDeleted) return message.id
  await sql`update messages set body = '', track_id = null, sender_reaction = null, recipient_reaction = null,
      edited_at = null, deleted_at = ${now}, changed_at = ${now}, read_at = coalesce(read_at, ${now})
    where id = ${message.id}`.execute(tx)
  // A deleted message is nothing to read.
  if (message.isUnread) await decreaseUnread(tx, message.recipientId, message.senderId, 1)
  await bumpConversation(tx, message)
  return message.id
}

/** Sets or removes (undefined) a member's reaction to a message. Throws a Refusal. */
export async function setReaction(
  tx: Tx,
  memberId: number,
  id: number,
  emoji: string | undefined,
  now: Date,
): Promise<void> {
  const message = await getMessageForUpdate(tx, memberId, { id })
  if (message.isDeleted) throw new Refusal(404, 'This message was deleted.')
  const column = sql.ref(message.senderId === memberId ? 'sender_reaction' : 'recipient_reaction')
  const { numAffectedRows = 0n } = await sql`update messages set ${column} = ${emoji ?? null}, changed_at = ${now}
    where id = ${id} and ${column} is distinct from ${emoji ?? null}::text`.execute(tx)
  if (numAffectedRows > 0n) await bumpConversation(tx, message)
}

/**
 * Returns a message in a member's conversation and locks both sides of the conversation, then the
 * message, as `insertMessage` does. Throws a Refusal 404 if there is none, or one member has
 * blocked the other.
 */
async function getMessageForUpdate(tx: Tx, memberId: number, ref: MessageRef): Promise<LockedMessage> {
  const found = await findMessage(tx, memberId, ref)
  const otherId = found?.senderId === memberId ? found.recipientId : found?.senderId
  if (found === undefined || otherId === undefined || !(await canSee(tx, memberId, otherId)))
    throw new Refusal(404, 'Message not found')
  await sql`select from conversations
    where (member_id, other_id) in ((${memberId}, ${otherId}), (${otherId}, ${memberId}))
    order by member_id for update`.execute(tx)
  const locked = await findMessage(tx, memberId, { id: found.id }, true)
  if (locked === undefined) throw new Refusal(404, 'Message not found')
  return locked
}

async function findMessage(
  tx: Tx,
  memberId: number,
  { id, clientId }: MessageRef,
  isLocked = false,
): Promise<LockedMessage | undefined> {
  const isThis =
    id === undefined
      ? sql`sender_id = ${memberId} and client_id = ${clientId ?? null}::uuid`
      : sql`id = ${id} and ${memberId}::bigint in (sender_id, recipient_id)`
  const { rows } = await sql<LockedMessage>`
    select id, sender_id as "senderId", recipient_id as "recipientId", body, created_at as "createdAt",
      deleted_at is not null as "isDeleted", read_at is null as "isUnread"
    from messages where ${isThis} ${isLocked ? sql`for update` : sql``}`.execute(tx)
  return rows[0]
}

/** Only the author changes or deletes a message; the other member may react to it. */
function checkOwn(message: LockedMessage, memberId: number): void {
  if (message.senderId !== memberId) throw new Refusal(403, 'Only its author can change a message.', 'not_yours')
}

/** Lets both members' polls read the conversation again. Call it under the lock. */
async function bumpConversation(tx: Tx, { senderId, recipientId }: LockedMessage): Promise<void> {
  await sql`update conversations set version = version + 1
    where (member_id, other_id) in ((${senderId}, ${recipientId}), (${recipientId}, ${senderId}))`.execute(tx)
}
