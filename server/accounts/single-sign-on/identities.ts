import type { Db, Tx } from '#server/db/open.ts'
import type { Identity } from './provider.ts'

type IdentityKey = Pick<Identity, 'issuer' | 'subject'>

interface LinkedIdentity {
  readonly linkedAt: Date
  readonly lastUsedAt: Date | null
}

/** Returns the member with an identity, and records the sign-in. */
export async function findMemberByIdentity(
  tx: Tx,
  { issuer, subject }: IdentityKey,
  now: Date,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('linked_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('member_id')
    .executeTakeFirst()
  return row?.member_id
}

/**
 * Links an identity to a member, unless another member has it or the member has another one from
 * the provider: one of two concurrent links wins. Linking the same identity again is `linked`.
 */
export async function insertIdentity(
  tx: Tx,
  memberId: number,
  { issuer, subject }: IdentityKey,
  now: Date,
): Promise<'linked' | 'taken' | 'already_linked'> {
  const inserted = await tx
    .insertInto('linked_identities')
    .values({ issuer, subject, member_id: memberId, created_at: now, last_used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()
  if (inserted !== undefined) return 'linked'
  const current = await tx
    .selectFrom('linked_identities')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (current === undefined) return 'already_linked'
  return current.member_id === memberId ? 'linked' : 'taken'
}

/** Returns a member's identity at this server's provider. */
export async function findIdentityOfMember(db: Db, memberId: number): Promise<LinkedIdentity | undefined> {
  const row = await db
    .selectFrom('linked_identities')
    .select(['created_at', 'last_used_at'])
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row && { linkedAt: row.created_at, lastUsedAt: row.last_used_at }
}

/** Unlinks all of a member's identities, those from earlier providers too. Returns their number. */
export async function deleteIdentities(tx: Tx, memberId: number): Promise<number> {
  const deleted = await tx.deleteFrom('linked_identities').where('member_id', '=', memberId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
