import type { RawBuilder } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { listeningOpenTo, openTo, visibleTo } from '#server/db/visible-to.ts'

/** Returns whether two members are visible to each other: neither has blocked the other. */
export const canSee = (db: Db, viewerId: number, memberId: number): Promise<boolean> =>
  matches(db, memberId, visibleTo(viewerId, 'members.id'))

/** Returns whether the viewer may see more than a member's name and picture. */
export const canSeeProfile = (db: Db, viewerId: number | null, memberId: number): Promise<boolean> =>
  matches(db, memberId, openTo(viewerId, 'members.id'))

export const canSeeListening = (db: Db, viewerId: number | null, memberId: number): Promise<boolean> =>
  matches(db, memberId, listeningOpenTo(viewerId, 'members.id'))

async function matches(db: Db, memberId: number, condition: RawBuilder<boolean>): Promise<boolean> {
  const row = await db.selectFrom('members').select('id').where('id', '=', memberId).where(condition).executeTakeFirst()
  return row !== undefined
}
