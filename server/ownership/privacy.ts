import type { Db, Tx } from '#server/db/open.ts'
import { lockListens } from '#server/listening/index.ts'

export interface Privacy {
  /** Others are shown nothing of the listens. */
  readonly hides_listening: boolean
  /** The profile is open to those alone whom the member follows. */
  readonly is_private: boolean
}

export function getPrivacy(db: Db, memberId: number): Promise<Privacy> {
  return db
    .selectFrom('members')
    .select(['hides_listening', 'is_private'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Sets what is given; the rest stays. A trigger takes the member off the leaderboards, or puts them on again. */
export async function updatePrivacy(tx: Tx, memberId: number, changes: Partial<Privacy>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  // The trigger takes it too; whoever adds listens has it before the member's row, and so must we.
  await lockListens(tx, memberId)
  await tx.updateTable('members').set(changes).where('id', '=', memberId).execute()
}
