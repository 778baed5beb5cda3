import { sql } from 'kysely'
import { deleteMentionActivity, insertMentionActivity, type MentioningText } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { type FoundMention, findMentions } from './find-mentions.ts'

interface WrittenText {
  readonly text: MentioningText
  readonly authorId: number
  readonly body: string
  /** A member that is notified about the text itself, not about a mention in it. */
  readonly recipientId?: number
  /** Resolves to whether a mention may notify a member: strangers have a daily limit. */
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly now: Date
}

/** Stores the members that a new text mentions, and notifies them. */
export async function storeMentions(tx: Tx, written: WrittenText, known: readonly FoundMention[] = []): Promise<void> {
  const { text, authorId, body, recipientId, mayNotify, now } = written
  const mentions = await findMentions(tx, authorId, body, known)
  await insertMentions(tx, text, mentions)
  const notified = mentions.map(({ memberId }) => memberId).filter((id) => id !== recipientId)
  if (known.length > 0) await deleteMentionActivity(tx, text, notified)
  const mentioned = notified.filter((id) => !known.some(({ memberId }) => memberId === id))
  await insertMentionActivity(tx, { text, actorId: authorId, mentioned, mayNotify, now })
}

/**
 * Stores the members that an edited text mentions instead of the former ones. Notifies only the new
 * ones, and withdraws notifications for members that are not mentioned any more.
 */
export async function replaceMentions(tx: Tx, written: WrittenText): Promise<void> {
  await storeMentions(tx, written, await deleteMentions(tx, written.text))
}

/** Returns the table for a text's mentions, its column, and the text's id. */
const locate = (text: MentioningText) =>
  'replyId' in text
    ? { table: sql.table('reply_mentions'), column: sql.ref('reply_id'), id: text.replyId }
    : { table: sql.table('broadcast_mentions'), column: sql.ref('broadcast_id'), id: text.broadcastId }

async function deleteMentions(tx: Tx, text: MentioningText): Promise<readonly FoundMention[]> {
  const { table, column, id } = locate(text)
  const { rows } = await sql<FoundMention>`delete from ${table} where ${column} = ${id}
    returning member_id as "memberId", written`.execute(tx)
  return rows
}

async function insertMentions(tx: Tx, text: MentioningText, mentions: readonly FoundMention[]): Promise<void> {
  if (mentions.length === 0) return
  const { table, column, id } = locate(text)
  await sql`insert into ${table} (${column}, member_id, written)
    select ${id}, * from unnest(${mentions.map(({ memberId }) => memberId)}::bigint[],
      ${mentions.map(({ written }) => written)}::text[])`.execute(tx)
}
