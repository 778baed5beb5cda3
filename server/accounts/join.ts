import { memberJoined } from '#server/activity/index.ts'
import type { Tx } from '#server/db/open.ts'
import { insertMember, type NewMember } from './store.ts'

/** Adds a member, of which System tells everybody. Undefined when the name is taken. */
export async function joinMember(tx: Tx, member: NewMember): Promise<number | undefined> {
  const id = await insertMember(tx, member)
  if (id !== undefined) await memberJoined(tx, { id, name: member.name }, member.now)
  return id
}
