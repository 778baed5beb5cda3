import type { Follower, Following } from '#contract/accounts/people.ts'
import { deleteActivity, insertFollowActivity } from '#server/activity/index.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { openTo, visibleTo } from '#server/db/visible-to.ts'

/** Inserts a follow. Does nothing if it exists. */
export async function insertFollow(tx: Tx, followerId: number, followeeId: number, now: Date): Promise<void> {
  const inserted = await tx
    .insertInto('follows')
    .values({ follower_id: followerId, followee_id: followeeId, created_at: now })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followee_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted !== undefined) await insertFollowActivity(tx, followeeId, followerId, now)
}

/**
 * Deletes a follow. Returns the id of the followed member; undefined if there is none, or no member
 * of that name.
 */
export async function deleteFollow(tx: Tx, followerId: number, followeeName: string): Promise<number | undefined> {
  const deleted = await tx
    .deleteFrom('follows')
    .where('follower_id', '=', followerId)
    .where('followee_id', 'in', (of) =>
      of.selectFrom('members').select('members.id').where('name_key', '=', foldName(followeeName)),
    )
    .returning('followee_id')
    .executeTakeFirst()
  if (deleted !== undefined) await deleteActivity(tx, 'follow', deleted.followee_id, followerId)
  return deleted?.followee_id
}

/** The most followers or followed members that a list without a cursor has. */
export const PEOPLE_MAX = 10_000

/** Returns a page of a member's followers, latest first, and their total number. */
export async function listFollowers(db: Db, memberId: number, viewerId: number | null, page: Page) {
  const { people, total } = await listPeople(db, 'followee_id', 'follower_id', memberId, viewerId, page)
  const followers: Follower[] = people.map(({ name, ...rest }) => ({ follower: name, ...rest }))
  return { followers, total }
}

/** Returns a page of the members that a member follows, latest first, and their total number. */
export async function listFollowing(db: Db, memberId: number, viewerId: number | null, page: Page) {
  const { people, total } = await listPeople(db, 'follower_id', 'followee_id', memberId, viewerId, page)
  const following: Following[] = people.map(({ name, ...rest }) => ({ following: name, ...rest }))
  return { following, total }
}

type Side = 'follower_id' | 'followee_id'

/**
 * A member's own list also has private profiles, without their swag: a follow is a request for
 * access, which the member must be able to withdraw.
 */
async function listPeople(db: Db, of: Side, other: Side, memberId: number, viewerId: number | null, page: Page) {
  const isListed = memberId === viewerId ? visibleTo : openTo
  const all = db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', `follows.${other}`)
    .where(`follows.${of}`, '=', memberId)
    .where(isListed(viewerId, 'members.id'))
  const rows = await all
    .where(isBelow(page, 'follows.id'))
    .select(['follows.id', 'name', 'picture_url'])
    .select((of) => of.case().when(openTo(viewerId, 'members.id')).then(of.ref('swag')).else(0).end().as('swag'))
    .orderBy('follows.id', 'desc')
    .limit(page.limit)
    .execute()
  const { total } = await db
    .selectFrom('follows')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where(`follows.${of}`, '=', memberId)
    .where(isListed(viewerId, `follows.${other}`))
    .executeTakeFirstOrThrow()
  const people = rows.map(({ id, name, swag, picture_url }) => {
    const { pfpsm, pfpmed } = toPictures(picture_url)
    return { name, id, swag, pfpsm, pfpmed }
  })
  return { people, total }
}
