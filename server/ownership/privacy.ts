import type { Db, Tx } from '#server/db/open.ts'
import { lockListens } from '#server/listening/index.ts'

interface Privacy {
  readonly hides_listening: boolean
  /** Whether the profile is open only to the members that this one follows. */
  readonly is_private: boolean
  /** Whether others that may see the listening see the loved tracks. */
  readonly shares_loved_tracks: boolean
  /** Whether search engines are requested to leave the profile and the posts out. */
  readonly hides_from_search: boolean
}

export function getPrivacy(db: Db, memberId: number): Promise<Privacy> {
  return db
    .selectFrom('members')
    .select(['hides_listening', 'is_private', 'shares_loved_tracks', 'hides_from_search'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/**
 * Updates the fields that are set. A trigger removes the member from the leaderboards or adds them again.
 */
export async function updatePrivacy(tx: Tx, memberId: number, changes: Partial<Privacy>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  // The trigger takes this lock too. Listen writers take it before the member's row, and so must
  // this.
  await lockListens(tx, memberId)
  await tx.updateTable('members').set(changes).where('id', '=', memberId).execute()
}
