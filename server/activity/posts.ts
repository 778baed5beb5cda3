import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

/**
 * A System post's subject: the post is hidden and deleted with these members, and links to them.
 */
interface About {
  readonly memberId: number
  readonly otherId?: number
  readonly swapId?: number
}

export async function postMemberJoined(tx: Tx, member: Named, now: Date): Promise<void> {
  await insertPost(tx, `${member.name} joined Flipside.`, { memberId: member.id }, now)
}

/** Inserts a post by System, which has no session and no likes. */
export async function insertPost(tx: Tx, title: string, about: About, now: Date): Promise<void> {
  const { memberId, otherId = null, swapId = null } = about
  await sql`
    insert into broadcasts (author_id, type, title, about_member_id, about_other_id, about_swap_id, created_at)
    select id, 'Activity', ${title}::text, ${memberId}::bigint, ${otherId}::bigint, ${swapId}::bigint,
      ${now}::timestamptz
    from members where name_key = 'system' and is_system`.execute(tx)
}

/** Deletes System's posts about a swap without likes and replies: the next post replaces them. */
export async function deleteUnlikedPosts(tx: Tx, swapId: number): Promise<void> {
  await tx
    .deleteFrom('broadcasts')
    .where('about_swap_id', '=', swapId)
    .where('likes', '=', 0)
    // The number changes with each reply, so that one that is being inserted is waited for.
    .where('replies', '=', 0)
    // It leaves out hidden ones.
    .where((post) => post.not(post.exists(post.selectFrom('replies').whereRef('broadcast_id', '=', 'broadcasts.id'))))
    .execute()
}
