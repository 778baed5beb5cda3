import { postMemberJoined } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findDeletion } from './former-names.ts'
import { insertMember, isNameConfusable, type NewMember } from './store.ts'

/**
 * Inserts a member, and the broadcast of System about it. Returns undefined if the name is taken.
 * Throws a Refusal 409 if the name looks like another member's or belonged to a deleted account.
 */
export async function joinMember(tx: Tx, member: NewMember): Promise<number | undefined> {
  if (await isNameConfusable(tx, member.name)) {
    throw new Refusal(409, "This username looks like another member's. Choose another one.", 'name_taken')
  }
  const id = await insertMember(tx, member)
  // Runs after the insert, which waits for a deletion in progress.
  if (id !== undefined && (await findDeletion(tx, member.name)) !== undefined) {
    throw new Refusal(409, 'This username is taken.', 'name_taken')
  }
  if (id !== undefined) await postMemberJoined(tx, { id, name: member.name }, member.now)
  return id
}
