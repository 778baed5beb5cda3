import { type RawBuilder, type Selectable, sql } from 'kysely'
import { foldName } from '#server/db/fold-name.ts'
import { nameSkeleton } from '#server/db/name-skeleton.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import type { MembersTable } from '#server/db/tables/accounts.ts'
import { visibleTo } from '#server/db/visible-to.ts'
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
