import { sql } from 'kysely'
import type { ServerFailure } from '#contract/activity/kinds.ts'
import type { Tx } from '#server/db/open.ts'
import { isBroadcastOpenById, isReplyOpenById } from './open-texts.ts'

/*
 * Activity is written in the causing action's transaction, and deleted by the reverse action.
 * Visibility is checked when it is read: a block or a mute also hides earlier entries.
 */

export interface Liked {
  readonly broadcastId: number
  readonly memberId: number
  readonly likedAt: Date
}

/** Inserts activity for liked broadcasts' authors, as a batch. Own likes are skipped. */
export async function insertLikeActivity(tx: Tx, likes: readonly Liked[]): Promise<void> {
  const broadcastIds = likes.map((like) => like.broadcastId)
  const memberIds = likes.map((like) => like.memberId)
  const times = likes.map((like) => like.likedAt.toISOString())
  await sql`
    insert into activity (member_id, actor_id, kind, broadcast_id, created_at)
    select author.id, liked.member_id, 'like', broadcasts.id, liked.at
    from unnest(${broadcastIds}::bigint[], ${memberIds}::bigint[], ${times}::timestamptz[])
      as liked (broadcast_id, member_id, at)
    join broadcasts on broadcasts.id = liked.broadcast_id
    join members as author on author.id = broadcasts.author_id and not author.is_system
    where author.id <> liked.member_id
    order by liked.at
    on conflict do nothing`.execute(tx)
}

export async function deleteLikeActivity(tx: Tx, broadcastId: number, memberId: number): Promise<void> {
  await sql`delete from activity
    where broadcast_id = ${broadcastId} and actor_id = ${memberId} and kind = 'like'`.execute(tx)
}

export async function insertFollowActivity(tx: Tx, followeeId: number, followerId: number, now: Date): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, created_at)
    values (${followeeId}, ${followerId}, 'follow', ${now}) on conflict do nothing`.execute(tx)
}

/**
 * Deletes a follow's entry; or a conversation's, after all its messages were read. The latter under
 * the conversation's lock.
 */
export async function deleteActivity(
  tx: Tx,
  kind: 'follow' | 'message',
  memberId: number,
  actorId: number,
): Promise<void> {
  await sql`delete from activity
    where member_id = ${memberId} and actor_id = ${actorId} and kind = ${kind}`.execute(tx)
}

/**
 * Inserts a message's activity: one entry per conversation, which becomes the newest again with
 * every message. Call it under the conversation's lock, since the entry is shared by concurrent
 * messages.
 */
export async function upsertMessageActivity(tx: Tx, recipientId: number, senderId: number, now: Date): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, created_at)
    values (${recipientId}, ${senderId}, 'message', ${now})
    on conflict (member_id, actor_id) where kind = 'message'
    do update set id = default, is_unread = true, created_at = excluded.created_at`.execute(tx)
}

/**
 * Inserts System's announcements about weekly reports; at most one per member and week. `week`:
 * `2026-W47`.
 */
export async function insertReportActivity(
  tx: Tx,
  reports: readonly { readonly memberId: number; readonly week: string }[],
  now: Date,
): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, detail, created_at)
    select announced.member_id, members.id, 'weekly_report', announced.week, ${now}::timestamptz
    from unnest(${reports.map((report) => report.memberId)}::bigint[], ${reports.map((report) => report.week)}::text[])
      as announced (member_id, week)
    join members on name_key = 'system' and is_system on conflict do nothing`.execute(tx)
}

interface FailureNotice {
  readonly adminIds: readonly number[]
  readonly subject: ServerFailure
  readonly failedAt: Date
  readonly now: Date
}

/**
 * Inserts System's activity about a server failure for admins, except those with an unread entry
 * about it, one within a day, or one since the failure. Returns the notified admins' ids.
 */
export async function insertFailureActivity(
  tx: Tx,
  { adminIds, subject, failedAt, now }: FailureNotice,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`insert into activity (member_id, actor_id, kind, detail, created_at)
    select admins.id, members.id, 'server_failure', ${subject}::text, ${now}::timestamptz
    from unnest(${adminIds}::bigint[]) as admins (id) join members on name_key = 'system' and is_system
    where not exists (select from activity where member_id = admins.id and kind = 'server_failure'
      and detail = ${subject} and (is_unread or created_at >= ${failedAt}::timestamptz
        or created_at > ${now}::timestamptz - interval '1 day'))
    returning member_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Inserts System's activity about a stopped relay, unless the member has an unread one about it.
 * `title`: the service's.
 */
export async function insertRelayActivity(tx: Tx, memberId: number, title: string, now: Date): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, detail, created_at)
    select ${memberId}::bigint, members.id, 'relay_stopped', ${title}::text, ${now}::timestamptz
    from members where name_key = 'system' and is_system
      and not exists (select from activity where member_id = ${memberId} and kind = 'relay_stopped'
        and detail = ${title} and is_unread)`.execute(tx)
}

interface Replied {
  readonly replyId: number
  /** The reply's author. */
  readonly actorId: number
  /** The broadcast's author. */
  readonly recipientId: number
  readonly now: Date
}

/** Inserts a reply's activity for the broadcast's author, if the author may see it. */
export async function insertReplyActivity(tx: Tx, { replyId, actorId, recipientId, now }: Replied): Promise<void> {
  await sql`insert into activity (member_id, actor_id, kind, reply_id, created_at)
    select id, ${actorId}, 'reply', ${replyId}, ${now} from members
    where id = ${recipientId} and id <> ${actorId} and not is_system and ${isReplyOpenById(recipientId, replyId)}
    on conflict do nothing`.execute(tx)
}

interface PlayReacted {
  readonly reactionId: number
  readonly actorId: number
  readonly recipientId: number
  readonly now: Date
}

/** Inserts a play reaction's activity. It is deleted with the reaction. */
export async function insertPlayReactionActivity(tx: Tx, reaction: PlayReacted): Promise<void> {
  const { reactionId, actorId, recipientId, now } = reaction
  await sql`insert into activity (member_id, actor_id, kind, play_reaction_id, created_at)
    values (${recipientId}, ${actorId}, 'play_reaction', ${reactionId}, ${now})`.execute(tx)
}

/** A text that mentions members: a reply, or a broadcast's caption. */
export type MentioningText = { readonly replyId: number } | { readonly broadcastId: number }

interface Mentioning {
  readonly text: MentioningText
  /** The text's author. */
  readonly actorId: number
  readonly mentioned: readonly number[]
  /** Returns whether a mention may notify a member: strangers have a daily limit. */
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly now: Date
}

/**
 * Inserts mentions' activity for the members that may see the text and that `mayNotify` allows: at
 * most one entry per text and member. The only place that notifies of mentions.
 */
export async function insertMentionActivity(
  tx: Tx,
  { text, actorId, mentioned, mayNotify, now }: Mentioning,
): Promise<void> {
  const recipients = mentioned.filter((id) => id !== actorId)
  if (recipients.length === 0) return
  const recipientId = sql<number>`recipient.id`
  const [column, textId, isOpen] =
    'replyId' in text
      ? (['reply_id', text.replyId, isReplyOpenById(recipientId, text.replyId)] as const)
      : (['broadcast_id', text.broadcastId, isBroadcastOpenById(recipientId, text.broadcastId)] as const)
  const { rows } = await sql<{ id: number }>`select recipient.id from members as recipient
    where recipient.id = any(${recipients}::bigint[]) and not recipient.is_system and ${isOpen}
    order by array_position(${recipients}::bigint[], recipient.id)`.execute(tx)
  for (const { id } of rows) {
    if (!(await mayNotify(id))) continue
    await sql`insert into activity (member_id, actor_id, kind, ${sql.ref(column)}, created_at)
      values (${id}, ${actorId}, 'mention', ${textId}, ${now}) on conflict do nothing`.execute(tx)
  }
}

/** Deletes the activity for mentions that an edit has removed. */
export async function deleteMentionActivity(tx: Tx, text: MentioningText, mentioned: readonly number[]): Promise<void> {
  const isOfText = 'replyId' in text ? sql`reply_id = ${text.replyId}` : sql`broadcast_id = ${text.broadcastId}`
  await sql`delete from activity where ${isOfText} and kind = 'mention'
    and member_id <> all(${mentioned}::bigint[])`.execute(tx)
}
