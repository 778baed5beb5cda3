import { type Selectable, sql } from 'kysely'
import { PASSKEYS_MAX, type Passkey } from '#contract/accounts/passkeys.ts'
import type { Db, Tx } from '#server/db/open.ts'
import type { PasskeysTable } from '#server/db/tables/accounts.ts'
import { Refusal } from '#server/http/refusal.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** A verified passkey that is not stored yet. */
export interface NewPasskey {
  readonly credentialId: Buffer
  readonly userHandle: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly isBackedUp: boolean
}

/** Returns a member's passkeys, the newest first. */
export async function listPasskeys(db: Db, memberId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'is_backed_up'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? '',
  }))
}

/** Returns the credentials to compare a member's new passkey with. */
export async function listCredentials(
  db: Db,
  memberId: number,
): Promise<readonly Pick<PasskeyRow, 'credential_id' | 'user_handle'>[]> {
  return db
    .selectFrom('passkeys')
    .select(['credential_id', 'user_handle'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute()
}

/** Throws a Refusal 409 if a member with `count` passkeys has no room for another one. */
export function checkRoom(count: number): void {
  if (count < PASSKEYS_MAX) return
  throw new Refusal(409, `You have ${PASSKEYS_MAX} passkeys. Remove one of them first.`, 'too_many_passkeys')
}

/**
 * Stores a passkey and returns its id. Throws a Refusal 409 if the member has the maximum number,
 * or if the credential is stored already, by this or another member.
 */
export async function insertPasskey(
  tx: Tx,
  memberId: number,
  { name, now, ...passkey }: NewPasskey & { readonly name: string; readonly now: Date },
): Promise<number> {
  // The member's concurrent requests count one after the other.
  await sql`select 1 from members where id = ${memberId} for no key update`.execute(tx)
  checkRoom((await listCredentials(tx, memberId)).length)
  const row = await tx
    .insertInto('passkeys')
    .values({
      member_id: memberId,
      credential_id: passkey.credentialId,
      user_handle: passkey.userHandle,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      name,
      is_backed_up: passkey.isBackedUp,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) throw new Refusal(409, 'This passkey is registered already.', 'passkey_exists')
  return row.id
}

/** Returns whether the member has a passkey with this id, and renames it. */
export async function updatePasskeyName(tx: Tx, memberId: number, id: number, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a passkey by its id. Returns whether the member had one. */
export async function deletePasskey(tx: Tx, memberId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all of a member's passkeys and open challenges for more. Returns their number. */
export async function deletePasskeys(tx: Tx, memberId: number): Promise<number> {
  await tx.deleteFrom('passkey_challenges').where('member_id', '=', memberId).execute()
  const { numDeletedRows } = await tx.deleteFrom('passkeys').where('member_id', '=', memberId).executeTakeFirst()
  return Number(numDeletedRows)
}

export async function findPasskey(db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

export interface PasskeyUse {
  readonly id: number
  readonly memberId: number
  readonly counter: number
  readonly isBackedUp: boolean
}

/**
 * Stores a passkey use and returns its member, or undefined if the passkey has been removed.
 * `isCopied`: the counter has not increased, so that a copied authenticator may exist. Then nothing
 * is stored.
 */
export async function updatePasskeyUse(
  tx: Tx,
  { id, counter, isBackedUp }: PasskeyUse,
  now: Date,
): Promise<{ readonly name: string; readonly isCopied: boolean } | undefined> {
  const row = await tx
    .selectFrom('passkeys')
    .innerJoin('members', 'members.id', 'passkeys.member_id')
    .select(['members.name', 'counter'])
    .where('passkeys.id', '=', id)
    .forUpdate('passkeys')
    .executeTakeFirst()
  if (row === undefined) return undefined
  // Authenticators without a counter send 0.
  const isCopied = (counter > 0 || row.counter > 0) && counter <= row.counter
  if (!isCopied) {
    const use = { counter, is_backed_up: isBackedUp, last_used_at: now }
    await tx.updateTable('passkeys').set(use).where('id', '=', id).execute()
  }
  return { name: row.name, isCopied }
}
