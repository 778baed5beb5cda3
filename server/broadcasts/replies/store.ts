import { type RawBuilder, sql } from 'kysely'
import type { Reply } from '#contract/broadcasts/replies.ts'
import { insertReplyActivity } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { openTo, visibleTo } from '#server/db/visible-to.ts'
import { isInFeed, isVisible } from '../feed.ts'
import { replaceMentions, storeMentions } from '../store-mentions.ts'

interface Row extends Omit<Reply, 'timestamp' | 'pfpsm' | 'mentions' | 'client_id'> {
  readonly broadcast_id: number
  readonly created_at: Date
  readonly is_own: boolean
  readonly client_id: string | null
  readonly picture_url: string | null
}

/**
 * Returns a page of the replies to a visible broadcast, newest first; undefined if `viewerId` may
 * not see the broadcast. Replies by private profiles are visible to the members that they follow.
 */
export async function listReplies(
  db: Db,
  viewerId: number | null,
  page: Page & { readonly broadcastId: number },
): Promise<Reply[] | undefined> {
  const { rows: found } = await sql`select from broadcasts
    where id = ${page.broadcastId} and ${isVisible(viewerId)}`.execute(db)
  if (found.length === 0) return undefined
  const { rows } = await sql<Row>`${selectReplies(viewerId)} where replies.broadcast_id = ${page.broadcastId}
    and ${isShown(viewerId)} and ${isBelow(page, 'replies.id')} ${findNewest(page, 'replies.id')}`.execute(db)
  return toReplies(db, viewerId, rows)
}

/** Limits on the replies for offline use. */
interface TalkLimits {
  /** How many broadcasts, and replies to each. */
  readonly broadcasts: number
  readonly replies: number
}

/** How many newest broadcasts in the feed, and own ones, to search for replies. */
const RECENT = 200

/**
 * Returns the newest replies to recent broadcasts in a member's feed and to own broadcasts, by
 * broadcast id.
 */
export async function listRecentReplies(
  db: Db,
  viewerId: number,
  limits: TalkLimits,
): Promise<ReadonlyMap<number, Reply[]>> {
  const recent = (isOfList: RawBuilder<boolean>) => sql`select id, replies from (
    select id, replies from broadcasts where ${isOfList} order by id desc limit ${sql.lit(RECENT)}) as newest
    where replies > 0`
  const { rows } = await sql<Row>`select listed.* from (
      select id from (${recent(isInFeed(viewerId))} union ${recent(sql`author_id = ${viewerId}`)}) as talks
      order by id desc limit ${limits.broadcasts}) as talk
    cross join lateral (${selectReplies(viewerId)} where replies.broadcast_id = talk.id and ${isShown(viewerId)}
      order by replies.id desc limit ${limits.replies}) as listed
    order by listed.id desc`.execute(db)
  const byId = new Map((await toReplies(db, viewerId, rows)).map((reply) => [reply.id, reply]))
  const byBroadcast = new Map<number, Reply[]>()
  for (const { id, broadcast_id } of rows) {
    const reply = byId.get(id)
    if (reply) byBroadcast.set(broadcast_id, [...(byBroadcast.get(broadcast_id) ?? []), reply])
  }
  return byBroadcast
}

const selectReplies = (viewerId: number | null): RawBuilder<unknown> => sql`
  select replies.id, replies.broadcast_id, author.name as user, body as text, replies.created_at,
    edited_at is not null as edited, hidden_at is not null as hidden, client_id, picture_url,
    replies.author_id is not distinct from ${viewerId}::bigint as is_own
  from replies join members as author on author.id = replies.author_id`

const isShown = (viewerId: number | null): RawBuilder<boolean> =>
  sql<boolean>`(replies.hidden_at is null or replies.author_id = ${viewerId}::bigint)
    and ${openTo(viewerId, 'replies.author_id')}`

async function toReplies(db: Db, viewerId: number | null, rows: readonly Row[]): Promise<Reply[]> {
  const ids = rows.map(({ id }) => id)
  const mentions = await listMentions(db, viewerId, ids)
  return rows.map(({ created_at, picture_url, is_own, client_id, broadcast_id: _broadcast, ...row }) => ({
    ...row,
    timestamp: created_at.toISOString(),
    pfpsm: toPictures(picture_url).pfpsm,
    mentions: mentions.get(row.id) ?? [],
    client_id: is_own ? (client_id ?? undefined) : undefined,
  }))
}

async function listMentions(
  db: Db,
  viewerId: number | null,
  replyIds: readonly number[],
): Promise<Map<number, Reply['mentions']>> {
  if (replyIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; written: string; username: string }>`
    select reply_id as id, written, mentioned.name as username
    from reply_mentions join members as mentioned on mentioned.id = member_id
    where reply_id = any(${replyIds}::bigint[]) and ${visibleTo(viewerId, 'mentioned.id')}`.execute(db)
  const byReply = new Map<number, Reply['mentions']>()
  for (const { id, ...mention } of rows) byReply.set(id, [...(byReply.get(id) ?? []), mention])
  return byReply
}

interface NewReply {
  readonly broadcastId: number
  /** The broadcast's author. */
  readonly recipientId: number
  readonly authorId: number
  readonly text: string
  readonly clientId?: string | undefined
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly now: Date
}

/** Inserts a reply with its mentions and their activity. A trigger counts it. */
export async function insertReply(tx: Tx, reply: NewReply): Promise<number> {
  const { broadcastId, recipientId, authorId, text, clientId, mayNotify, now } = reply
  const { id } = await tx
    .insertInto('replies')
    .values({
      broadcast_id: broadcastId,
      author_id: authorId,
      body: text,
      client_id: clientId ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertReplyActivity(tx, { replyId: id, actorId: authorId, recipientId, now })
  await storeMentions(tx, { text: { replyId: id }, authorId, body: text, recipientId, mayNotify, now })
  return id
}

/** Names a record by its id, or by its creating request's client_id. */
export interface ReplyName {
  readonly id?: number | undefined
  readonly made_by?: string | undefined
}

interface OwnReply {
  readonly id: number
  readonly recipientId: number
  readonly createdAt: Date
  /** Whether its author may still see the broadcast. */
  readonly isOpen: boolean
}

/** Returns the author's own reply, and locks it. */
export async function findOwnReplyForUpdate(tx: Tx, authorId: number, named: ReplyName): Promise<OwnReply | undefined> {
  const { rows } = await sql<OwnReply>`
    select replies.id, broadcasts.author_id as "recipientId", replies.created_at as "createdAt",
      ${isVisible(authorId)} as "isOpen"
    from replies join broadcasts on broadcasts.id = replies.broadcast_id
    where replies.author_id = ${authorId}
      and ${named.id === undefined ? sql`replies.client_id = ${named.made_by}` : sql`replies.id = ${named.id}`}
    for update of replies`.execute(tx)
  return rows[0]
}

interface Edit {
  readonly authorId: number
  readonly reply: OwnReply
  readonly text: string
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly now: Date
}

/** Changes a reply's text, its mentions and their activity. */
export async function updateReply(tx: Tx, { authorId, reply, text, mayNotify, now }: Edit): Promise<void> {
  const { id, recipientId } = reply
  await tx.updateTable('replies').set({ body: text, edited_at: now }).where('id', '=', id).execute()
  await insertReplyActivity(tx, { replyId: id, actorId: authorId, recipientId, now })
  await replaceMentions(tx, { text: { replyId: id }, authorId, body: text, recipientId, mayNotify, now })
}

/** Deletes a reply with its mentions and activity. A trigger uncounts it. */
export async function deleteReplyById(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('replies').where('id', '=', id).execute()
}
