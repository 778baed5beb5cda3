import { postMemberJoined } from '#server/activity/index.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findDeletion } from './former-names.ts'
import { insertMember, isNameConfusable, looksLikeAnother, type NewMember } from './store.ts'

const TAKEN = 'This username is taken.'
const LOOKS_LIKE_ANOTHER = "This username looks like another member's. Choose another one."

export const createNameTakenRefusal = () => new Refusal(409, TAKEN, 'name_taken')

/**
 * Inserts a member, and System's broadcast about it. Returns undefined if the name is taken. Throws
 * a Refusal 409 if the name looks like another member's or belonged to a deleted account.
 */
export async function joinMember(tx: Tx, member: NewMember): Promise<number | undefined> {
  if (await isNameConfusable(tx, member.name)) throw new Refusal(409, LOOKS_LIKE_ANOTHER, 'name_taken')
  const id = await insertMember(tx, member)
  // Runs after the insert, which waits for a deletion in progress.
  if (id !== undefined && (await findDeletion(tx, member.name)) !== undefined) throw createNameTakenRefusal()
  if (id !== undefined) await postMemberJoined(tx, { id, name: member.name }, member.now)
  return id
}

/** Returns the sentence about a name that no new member can have, as `joinMember` would. */
export async function findNameConflict(db: Db, name: string, isTaken: boolean): Promise<string | undefined> {
  if (isTaken || (await findDeletion(db, name)) !== undefined) return TAKEN
  return (await looksLikeAnother(db, name)) ? LOOKS_LIKE_ANOTHER : undefined
}
