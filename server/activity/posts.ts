import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/** A member as a post names one. */
export interface Named {
  readonly id: number
  readonly name: string
}

/** Whom and what a post of System is about: it is hidden and deleted with them, and links to them. */
interface About {
  readonly memberId: number
  readonly otherId?: number
  readonly swapId?: number
}

/** Posts as System that a member joined. */
export async function memberJoined(tx: Tx, member: Named, now: Date): Promise<void> {
  await insertPost(tx, `${member.name} joined Flipside.`, { memberId: member.id }, now)
}

/** Posts as System, which has no session and likes nothing. */
export async function insertPost(tx: Tx, title: string, about: About, now: Date): Promise<void> {
  const { memberId, otherId = null, swapId = null } = about
  await sql`
    insert into broadcasts (author_id, type, title, about_member_id, about_other_id, about_swap_id, created_at)
    select id, 'Activity', ${title}::text, ${memberId}::bigint, ${otherId}::bigint, ${swapId}::bigint,
      ${now}::timestamptz
    from members where name_key = 'system' and is_system`.execute(tx)
}

/** Deletes what System posted about a swap so far, but what members like: the post to come says more. */
export async function deleteUnlikedPosts(tx: Tx, swapId: number): Promise<void> {
  await tx.deleteFrom('broadcasts').where('about_swap_id', '=', swapId).where('likes', '=', 0).execute()
}
