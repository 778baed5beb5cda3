import { type RawBuilder, sql } from 'kysely'
import type { Conversation, DirectMessage } from '#contract/messages/messages.ts'
import { deleteMessageActivity, upsertMessageActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { notMutedBy, visibleTo } from '#server/db/visible-to.ts'

export interface NewMessage {
  readonly senderId: number
  readonly recipientId: number
  readonly body: string
  readonly clientId?: string | undefined
  readonly sentAt: Date
}

/**
 * Inserts a message and returns its id. Locks both sides of the conversation first, the smaller
 * member id first, so that the ids within a conversation are in the order of commits: `before` and
 * `up_to` skip no message.
 */
export async function insertMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { senderId, recipientId, sentAt } = message
  const sides = [senderId, recipientId].toSorted((a, b) => a - b)
  for (const memberId of sides) {
    const otherId = memberId === senderId ? recipientId : senderId
    await touchConversation(tx, memberId, otherId, memberId === recipientId ? 1 : 0, sentAt)
  }
  const row = await tx
    .insertInto('messages')
    .values({
      sender_id: senderId,
      recipient_id: recipientId,
      body: message.body,
      client_id: message.clientId ?? null,
      created_at: sentAt,
      read_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await upsertMessageActivity(tx, recipientId, senderId, sentAt)
  return row.id
}

/**
 * Returns whether the recipient of a message neither follows the sender nor has ever written to
 * them. A message already stored under the same client_id does not count again.
 */
export async function isToStranger(
  db: Db,
  { senderId, recipientId, clientId }: Pick<NewMessage, 'senderId' | 'recipientId' | 'clientId'>,
): Promise<boolean> {
  const between = sql`least(sender_id, recipient_id) = ${Math.min(senderId, recipientId)}
    and greatest(sender_id, recipient_id) = ${Math.max(senderId, recipientId)}`
  const { rows } = await sql<{ isStranger: boolean }>`select not (
    exists (select from follows where follower_id = ${recipientId} and followee_id = ${senderId})
    or exists (select from messages where ${between} and sender_id = ${recipientId})
    or exists (select from messages where ${between} and client_id = ${clientId ?? null}::uuid)) as "isStranger"`.execute(
    db,
  )
  return rows[0]?.isStranger ?? false
}

async function touchConversation(tx: Tx, memberId: number, otherId: number, unread: number, at: Date): Promise<void> {
  await sql`insert into conversations as side (member_id, other_id, last_message_at, unread)
    values (${memberId}, ${otherId}, ${at}, ${unread})
    on conflict (member_id, other_id) do update set version = side.version + 1,
      last_message_at = greatest(side.last_message_at, excluded.last_message_at),
      unread = side.unread + excluded.unread`.execute(tx)
}

/** Marks the other member's messages up to an id as read. Returns their number. */
export async function updateMessagesRead(
  tx: Tx,
  memberId: number,
  otherId: number,
  upTo: number | undefined,
  now: Date,
): Promise<number> {
  const { rows } = await sql`select from conversations where member_id = ${memberId} and other_id = ${otherId}
    for update`.execute(tx)
  if (rows.length === 0) return 0
  const { numAffectedRows = 0n } = await sql`update messages set read_at = ${now}
    where recipient_id = ${memberId} and sender_id = ${otherId} and read_at is null
      and ${upTo === undefined ? sql`true` : sql`id <= ${upTo}`}`.execute(tx)
  const read = Number(numAffectedRows)
  if (read === 0) return 0
  const { rows: left } = await sql<{ unread: number }>`
    update conversations set unread = unread - ${read}::integer, version = version + 1
    where member_id = ${memberId} and other_id = ${otherId} returning unread`.execute(tx)
  if (left[0]?.unread === 0) await deleteMessageActivity(tx, memberId, otherId)
  return read
}

/**
 * Returns a page of the latest messages between two members, oldest first. `client_id` is only on
 * the member's own.
 */
export async function listMessages(db: Db, memberId: number, otherId: number, page: Page): Promise<DirectMessage[]> {
  const { rows } = await markPrepared(sql<MessageRow>`
    select id, sender_id, body, client_id, created_at from messages
    where least(sender_id, recipient_id) = ${Math.min(memberId, otherId)}
      and greatest(sender_id, recipient_id) = ${Math.max(memberId, otherId)}
      and ${isBelow(page, 'id')}
    ${findNewest(page, 'id')}`).execute(db)
  return rows.toReversed().map((row) => toMessage(row, memberId))
}

export interface MessageRow {
  id: number
  sender_id: number
  body: string
  client_id: string | null
  created_at: Date
}

/** Returns a message as its sender or recipient `memberId` sees it. */
export function toMessage(row: MessageRow, memberId: number): DirectMessage {
  const isOutgoing = row.sender_id === memberId
  return {
    id: row.id,
    message: row.body,
    timestamp: row.created_at.toISOString(),
    type: isOutgoing ? 'Outgoing' : 'Incoming',
    client_id: isOutgoing ? (row.client_id ?? undefined) : undefined,
  }
}

/**
 * Returns a member's conversations, latest first. Messages of muted members never count as unread.
 */
export async function listConversations(db: Db, memberId: number): Promise<Conversation[]> {
  const { rows } = await sql<{
    conversant: string
    picture_url: string | null
    last_message_at: Date
    unread: number
  }>`
    select other.name as conversant, other.picture_url, last_message_at,
      case when ${notMutedBy(memberId, 'conversations.other_id')} then unread else 0 end as unread
    from conversations join members as other on other.id = other_id
    where member_id = ${memberId} and ${visibleTo(memberId, 'conversations.other_id')}
    order by last_message_at desc, other_id`.execute(db)
  return rows.map(({ conversant, picture_url, last_message_at, unread }) => ({
    conversant,
    lastconversation: last_message_at.toISOString(),
    unread,
    pfpsm: toPictures(picture_url).pfpsm,
  }))
}

/** Selects the number of a member's unread messages, without those of muted members. */
export const selectUnreadMessages = (memberId: number): RawBuilder<number> => sql<number>`(
  select coalesce(sum(unread), 0) from conversations
  where member_id = ${memberId} and unread > 0 and ${visibleTo(memberId, 'conversations.other_id')}
    and ${notMutedBy(memberId, 'conversations.other_id')})`

/**
 * Returns a version that increases with every change of a conversation that the member sees; 0 if
 * there is none. The ETag of polls.
 */
export async function findConversationVersion(db: Db, memberId: number, otherId: number): Promise<number> {
  const { rows } = await markPrepared(sql<{ version: number }>`
    select version from conversations where member_id = ${memberId} and other_id = ${otherId}`).execute(db)
  return rows[0]?.version ?? 0
}
