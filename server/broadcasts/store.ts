import { sql } from 'kysely'
import { isDefaultCaption } from '#contract/broadcasts/caption.ts'
import { deleteLikeActivity, insertLikeActivity, type Liked } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { isVisible } from './feed.ts'
import { foldForSearch } from './search.ts'
import { replaceMentions, storeMentions } from './store-mentions.ts'

interface NewBroadcast {
  readonly authorId: number
  readonly title: string
  readonly body: string
  readonly trackId: number
  readonly clientId?: string | undefined
  /** Resolves to whether a mention in the caption may notify a member. */
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly createdAt: Date
}

/** Inserts a broadcast with its caption's mentions and their activity. */
export async function insertBroadcast(tx: Tx, broadcast: NewBroadcast): Promise<number> {
  const { authorId, title, body, trackId, clientId, mayNotify, createdAt } = broadcast
  const row = await tx
    .insertInto('broadcasts')
    .values({
      author_id: authorId,
      type: 'Track',
      title,
      body,
      track_id: trackId,
      folded_text: foldForSearch(title, body),
      client_id: clientId ?? null,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const written = captionOf(title, body)
  await storeMentions(tx, { text: { broadcastId: row.id }, authorId, body: written, mayNotify, now: createdAt })
  return row.id
}

/**
 * Returns a broadcast that `viewerId` may see, and locks it against deletion until the transaction
 * ends.
 */
export async function findBroadcastToLike(
  tx: Tx,
  viewerId: number,
  id: number,
): Promise<{ authorId: number } | undefined> {
  const { rows } = await sql<{ authorId: number }>`select author_id as "authorId" from broadcasts
    where id = ${id} and ${isVisible(viewerId)} for key share`.execute(tx)
  return rows[0]
}

/**
 * Returns a broadcast if visible to the member, and locks it. An admin sees all: otherwise,
 * blocking the admins would prevent deletions.
 */
export async function findBroadcastForUpdate(
  tx: Tx,
  member: { readonly id: number; readonly isAdmin: boolean },
  id: number,
): Promise<{ authorId: number } | undefined> {
  const { rows } = await sql<{ authorId: number }>`select author_id as "authorId" from broadcasts
    where id = ${id} and ${member.isAdmin ? sql`true` : isVisible(member.id)} for update`.execute(tx)
  return rows[0]
}

/** Returns the author's own broadcast, and locks it. */
export async function findOwnBroadcastForUpdate(
  tx: Tx,
  authorId: number,
  id: number,
): Promise<{ id: number; createdAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; createdAt: Date }>`select id, created_at as "createdAt" from broadcasts
    where id = ${id} and author_id = ${authorId} and type = 'Track' for update`.execute(tx)
  return rows[0]
}

/** What the author wrote: an `@name` in the track's own name mentions no member. */
const captionOf = (title: string, body: string) => (isDefaultCaption(title, body) ? '' : title)

interface CaptionEdit {
  readonly id: number
  readonly authorId: number
  readonly title: string
  readonly mayNotify: (memberId: number) => Promise<boolean>
  readonly now: Date
}

/** Changes a caption, its mentions and their activity. */
export async function updateCaption(tx: Tx, { id, authorId, title, mayNotify, now }: CaptionEdit): Promise<void> {
  const { body } = await tx.selectFrom('broadcasts').select('body').where('id', '=', id).executeTakeFirstOrThrow()
  await tx
    .updateTable('broadcasts')
    .set({ title, folded_text: foldForSearch(title, body), edited_at: now })
    .where('id', '=', id)
    .execute()
  await replaceMentions(tx, { text: { broadcastId: id }, authorId, body: captionOf(title, body), mayNotify, now })
}

/** Deletes a broadcast with its likes and replies. Its author is stored for 90 days. */
export async function deleteBroadcast(tx: Tx, id: number, authorId: number, now: Date): Promise<void> {
  await tx.deleteFrom('broadcasts').where('id', '=', id).execute()
  await tx.insertInto('deleted_broadcasts').values({ id, author_id: authorId, deleted_at: now }).execute()
}

/** Returns the author of a broadcast deleted within the last 90 days. */
export const findDeletedBroadcast = (tx: Tx, id: number): Promise<{ authorId: number } | undefined> =>
  tx.selectFrom('deleted_broadcasts').select('author_id as authorId').where('id', '=', id).executeTakeFirst()

/** Inserts a like and counts it. Returns false if it exists. */
export async function insertLike(tx: Tx, broadcastId: number, memberId: number, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('likes')
    .values({ broadcast_id: broadcastId, member_id: memberId, created_at: now })
    .onConflict((conflict) => conflict.columns(['broadcast_id', 'member_id']).doNothing())
    .returning('member_id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  await insertLikeActivity(tx, [{ broadcastId, memberId, likedAt: now }])
  await addToLikes(tx, broadcastId, 1)
  return true
}

/** Inserts likes as a batch and counts the new ones. */
export async function insertLikes(tx: Tx, likes: readonly Liked[]): Promise<void> {
  const broadcastIds = likes.map((like) => like.broadcastId)
  const memberIds = likes.map((like) => like.memberId)
  const times = likes.map((like) => like.likedAt.toISOString())
  await insertLikeActivity(tx, likes)
  await sql`with added as (
      insert into likes (broadcast_id, member_id, created_at)
      select * from unnest(${broadcastIds}::bigint[], ${memberIds}::bigint[], ${times}::timestamptz[])
      on conflict do nothing returning broadcast_id),
    counted as (select broadcast_id, count(*) as likes from added group by broadcast_id)
    update broadcasts set likes = broadcasts.likes + counted.likes from counted where id = broadcast_id`.execute(tx)
}

/** Deletes a like and uncounts it. Returns false if there is none. */
export async function deleteLike(tx: Tx, broadcastId: number, memberId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('likes')
    .where('broadcast_id', '=', broadcastId)
    .where('member_id', '=', memberId)
    .returning('member_id')
    .executeTakeFirst()
  if (deleted === undefined) return false
  await deleteLikeActivity(tx, broadcastId, memberId)
  await addToLikes(tx, broadcastId, -1)
  return true
}

// Run last in the transaction: concurrent likes wait for this row.
async function addToLikes(tx: Tx, broadcastId: number, change: 1 | -1): Promise<void> {
  await sql`update broadcasts set likes = likes + ${change}::integer where id = ${broadcastId}`.execute(tx)
}

export async function findLikes(
  db: Db,
  memberId: number,
  broadcastId: number,
): Promise<{ hasLiked: boolean; totalLikes: number } | undefined> {
  const { rows } = await sql<{ hasLiked: boolean; totalLikes: number }>`
    select likes as "totalLikes",
      exists (select from likes where broadcast_id = broadcasts.id and member_id = ${memberId}) as "hasLiked"
    from broadcasts where id = ${broadcastId} and ${isVisible(memberId)}`.execute(db)
  return rows[0]
}
