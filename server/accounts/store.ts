import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Follower, Following } from '#contract/accounts/people.ts'
import { deleteActivity, insertFollowActivity } from '#server/activity/index.ts'
import { foldName } from '#server/db/fold-name.ts'
import { nameSkeleton } from '#server/db/name-skeleton.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { isBelow, type Page } from '#server/db/page.ts'
import { toPictures } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { MembersTable } from '#server/db/tables/accounts.ts'
import { openTo, visibleTo } from '#server/db/visible-to.ts'
import { createNotFoundRefusal } from './former-names.ts'

export type MemberRow = Selectable<MembersTable>

/** Returns a member by name if visible to `viewerId`; also by id if no member has that name. */
export const findMember = (db: Db, name: string, viewerId: number | null): Promise<MemberRow | undefined> =>
  find(db, sql`deleted_at is null`, name, viewerId)

/**
 * Returns the member with exactly this name, never by id: at a log-in, an id would be a second way
 * to guess a password.
 */
export async function findMemberByName(db: Db, name: string): Promise<MemberRow | undefined> {
  const members = selectMembers(db).selectAll().where('deleted_at', 'is', null)
  return members.where('name_key', '=', foldName(name)).executeTakeFirst()
}

/**
 * Returns whether another member's name looks like `name`. Waits for concurrent sign-ups with such
 * names.
 */
export async function isNameConfusable(tx: Tx, name: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${nameSkeleton(name)}, 38))`.execute(tx)
  return looksLikeAnother(tx, name)
}

/** Returns whether another member's name looks like `name`, without waiting for sign-ups. */
export async function looksLikeAnother(db: Db, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('name_skeleton', '=', nameSkeleton(name))
    .where('name_key', '!=', foldName(name))
    .executeTakeFirst()
  return row !== undefined
}

/** Like {@link findMember}, but throws a Refusal 404 if there is no such member. */
export async function getMember(db: Db, name: string, viewerId: number | null): Promise<MemberRow> {
  const member = await findMember(db, name, viewerId)
  if (member === undefined) throw await createNotFoundRefusal(db, name)
  return member
}

/**
 * Like {@link getMember}, including the placeholders that replace deleted members in other members'
 * data.
 */
export async function getMemberOrNameless(db: Db, name: string, viewerId: number | null): Promise<MemberRow> {
  const member = await find(db, sql`true`, name, viewerId)
  if (member === undefined) throw await createNotFoundRefusal(db, name)
  return member
}

async function find(
  db: Db,
  isFindable: RawBuilder<unknown>,
  name: string,
  viewerId: number | null,
): Promise<MemberRow | undefined> {
  const findBy = async (isNamed: RawBuilder<unknown>) => {
    const { rows } = await markPrepared(sql<MemberRow>`select * from members
      where ${isNamed} and ${isFindable} and ${visibleTo(viewerId, 'members.id')}`).execute(db)
    return rows[0]
  }
  const named = await findBy(sql`name_key = ${foldName(name)}`)
  if (named !== undefined || !/^\d{1,15}$/.test(name)) return named
  return findBy(sql`id = ${Number(name)}`)
}

const selectMembers = (db: Db) => db.selectFrom('members')

/** Returns members by ids if visible to `viewerId`, in the ids' order. */
export async function listMembersById(db: Db, ids: readonly number[], viewerId: number | null): Promise<MemberRow[]> {
  const rows = await selectMembers(db)
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(visibleTo(viewerId, 'members.id'))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export interface NewMember {
  readonly name: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly passwordHash: string
  readonly now: Date
}

/** Returns the new member's id, or undefined if the name is taken. */
export async function insertMember(tx: Tx, member: NewMember): Promise<number | undefined> {
  const { name, email, now } = member
  const row = await tx
    .insertInto('members')
    .values({
      name,
      name_key: foldName(name),
      name_skeleton: nameSkeleton(name),
      email,
      first_name: member.firstName,
      last_name: member.lastName,
      password_hash: member.passwordHash,
      joined_at: now,
      last_login_at: now,
      active_at: now,
      listens_since: null,
      music_account_kind: null,
      music_account_name: null,
      picture_url: null,
    })
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

interface ProfileChanges {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
}

/** Updates the fields that are set; the others remain. */
export async function updateProfile(db: Db, memberId: number, changes: ProfileChanges): Promise<void> {
  await sql`update members set first_name = coalesce(${changes.firstName ?? null}, first_name),
    last_name = coalesce(${changes.lastName ?? null}, last_name), email = coalesce(${changes.email ?? null}, email)
    where id = ${memberId}`.execute(db)
}

/** Sets a member's password, which ends all links to set another one that are not used yet. */
export async function updatePassword(tx: Tx, memberId: number, passwordHash: string): Promise<void> {
  await tx.updateTable('members').set({ password_hash: passwordHash }).where('id', '=', memberId).execute()
  await tx.deleteFrom('password_resets').where('member_id', '=', memberId).where('used_at', 'is', null).execute()
}

/**
 * Replaces a hash by another for the same password, unless the password has changed since `before`
 * was read. Returns whether it was replaced.
 */
export async function replacePasswordHash(tx: Tx, memberId: number, before: string, after: string): Promise<boolean> {
  const row = await tx
    .updateTable('members')
    .set({ password_hash: after })
    .where('id', '=', memberId)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the password's hash, locked so that it cannot change before the transaction ends. */
export async function findPasswordForShare(tx: Tx, memberId: number): Promise<string | null> {
  const row = await tx
    .selectFrom('members')
    .select('password_hash')
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst()
  return row?.password_hash ?? null
}

export async function updateLastLogin(db: Db, memberId: number, now: Date): Promise<void> {
  await db.updateTable('members').set({ last_login_at: now, active_at: now }).where('id', '=', memberId).execute()
}

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

/**
 * Adds a rating's swag. Run it last in a transaction: concurrent ratings for this member wait for
 * the row.
 */
export async function addSwag(tx: Tx, memberId: number, swag: number): Promise<void> {
  await tx
    .updateTable('members')
    .set((of) => ({ swag: of('swag', '+', swag) }))
    .where('id', '=', memberId)
    .execute()
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

async function listPeople(db: Db, of: Side, other: Side, memberId: number, viewerId: number | null, page: Page) {
  const all = db
    .selectFrom('follows')
    .innerJoin('members', 'members.id', `follows.${other}`)
    .where(`follows.${of}`, '=', memberId)
    .where(openTo(viewerId, 'members.id'))
  const rows = await all
    .where(isBelow(page, 'follows.id'))
    .select(['follows.id', 'name', 'swag', 'picture_url'])
    .orderBy('follows.id', 'desc')
    .limit(page.limit)
    .execute()
  const { total } = await db
    .selectFrom('follows')
    .select((count) => count.fn.countAll<number>().as('total'))
    .where(`follows.${of}`, '=', memberId)
    .where(openTo(viewerId, `follows.${other}`))
    .executeTakeFirstOrThrow()
  const people = rows.map(({ id, name, swag, picture_url }) => {
    const { pfpsm, pfpmed } = toPictures(picture_url)
    return { name, id, swag, pfpsm, pfpmed }
  })
  return { people, total }
}
