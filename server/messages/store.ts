import { type RawBuilder, sql } from 'kysely'
import { type Conversation, type DirectMessage, LAST_MESSAGE_MAX } from '#contract/messages/messages.ts'
import { deleteActivity, upsertMessageActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { type MemberId, notMutedBy, visibleTo } from '#server/db/visible-to.ts'
import { findLatestMessages } from './list.ts'

interface NewMessage {
  readonly senderId: number
  readonly recipientId: number
  readonly body: string
  readonly trackId?: number | undefined
  readonly clientId?: string | undefined
  readonly sentAt: Date
}

/**
 * Inserts a message and returns its id. Locks both sides of the conversation first, the smaller
 * member id first, so that the ids within a conversation are in commit order: `before` and `up_to`
 * skip no message.
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
      track_id: message.trackId ?? null,
      client_id: message.clientId ?? null,
      created_at: sentAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await upsertMessageActivity(tx, recipientId, senderId, sentAt)
  return row.id
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
  if (read > 0) await decreaseUnread(tx, memberId, otherId, read)
  return read
}

/**
 * Decreases a member's unread message count from the other; without any left, the activity ends
 * too. Call it under the lock on the member's side.
 */
export async function decreaseUnread(tx: Tx, memberId: number, otherId: number, by: number): Promise<void> {
  const { rows } = await sql<{ unread: number }>`
    update conversations set unread = unread - ${by}::integer, version = version + 1
    where member_id = ${memberId} and other_id = ${otherId} returning unread`.execute(tx)
  if (rows[0]?.unread === 0) await deleteActivity(tx, 'message', memberId, otherId)
}

/**
 * Returns a member's latest conversations, at most 1,000. Messages by muted members never count as
 * unread.
 */
export async function listConversations(db: Db, memberId: number): Promise<Conversation[]> {
  const { rows } = await sql<{
    other_id: number
    conversant: string
    picture_url: string | null
    last_message_at: Date
    unread: number
  }>`
    select other_id, other.name as conversant, other.picture_url, last_message_at,
      case when ${notMutedBy(memberId, 'conversations.other_id')} then unread else 0 end as unread
    from conversations join members as other on other.id = other_id
    where member_id = ${memberId} and ${visibleTo(memberId, 'conversations.other_id')}
    order by last_message_at desc, other_id limit 1000`.execute(db)
  const conversations = rows.map(({ other_id: otherId }) => ({ memberId, otherId }))
  const latest = await findLatestMessages(db, conversations)
  return rows.map(({ conversant, picture_url, last_message_at, unread }, index) => ({
    conversant,
    lastconversation: last_message_at.toISOString(),
    unread,
    pfpsm: toPictures(picture_url).pfpsm,
    last_message: shorten(latest[index]),
  }))
}

const shorten = (message: DirectMessage | undefined) =>
  message && { ...message, message: Array.from(message.message).slice(0, LAST_MESSAGE_MAX).join('') }

const isUnread = (memberId: MemberId): RawBuilder<boolean> => sql<boolean>`member_id = ${memberId} and unread > 0
  and ${visibleTo(memberId, 'conversations.other_id')} and ${notMutedBy(memberId, 'conversations.other_id')}`

/** Selects a member's unread message count, without messages by muted members. */
export const selectUnreadMessages = (memberId: MemberId): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(unread), 0) from conversations where ${isUnread(memberId)})`

/** Selects the members with these messages, latest first. */
export const selectUnreadFrom = (
  memberId: MemberId,
  limit: number,
): RawBuilder<{ username: string; unread: number }[]> => sql`(
  select coalesce(json_agg(latest), '[]') from (
    select other.name as username, unread from conversations join members as other on other.id = other_id
    where ${isUnread(memberId)} order by last_message_at desc limit ${sql.lit(limit)}) as latest)`

/**
 * Returns a version that increases with every change to a conversation that the member sees; 0 if
 * there is none. The ETag for polls.
 */
export async function findConversationVersion(db: Db, memberId: number, otherId: number): Promise<number> {
  const { rows } = await markPrepared(sql<{ version: number }>`
    select version from conversations where member_id = ${memberId} and other_id = ${otherId}`).execute(db)
  return rows[0]?.version ?? 0
}
