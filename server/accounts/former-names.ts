import { createHash } from 'node:crypto'
import { isDeletedMember } from '#contract/accounts/deleted-member.ts'
import { foldName } from '#server/db/fold-name.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * Reserves a deleted account's name: its new user would receive what was meant for the former one.
 */
export async function insertFormerName(tx: Tx, name: string, now: Date): Promise<void> {
  await tx
    .insertInto('former_names')
    .values({ name_hash: hashName(name), deleted_at: now })
    .onConflict((conflict) => conflict.column('name_hash').doUpdateSet({ deleted_at: now }))
    .execute()
}

/** Returns the time when the account with that name was deleted, or undefined if none was. */
export async function findDeletion(db: Db, name: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('former_names')
    .select('deleted_at')
    .where('name_hash', '=', hashName(name))
    .executeTakeFirst()
  return row?.deleted_at
}

/**
 * Returns the 404 Refusal for a name without a member. It states whether the account was deleted.
 */
export async function createNotFoundRefusal(db: Db, name: string): Promise<Refusal> {
  const isFormer = isDeletedMember(name) || (await findDeletion(db, name)) !== undefined
  return isFormer
    ? new Refusal(404, 'This member has deleted their account.', 'member_deleted')
    : new Refusal(404, 'User not found')
}

const hashName = (name: string): Buffer => createHash('sha256').update(foldName(name)).digest()
