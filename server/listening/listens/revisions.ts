import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

export type Revisions = ReadonlyMap<number, number>

/** Returns the revisions for those among the members that have changed or corrected listens. */
export async function listRevisions(db: Db, memberIds: readonly number[]): Promise<Revisions> {
  const { rows } = await sql<{ memberId: number; revision: number }>`
    select member_id as "memberId", revision from listen_changes
      where member_id = any(${memberIds}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.memberId, row.revision]))
}

/** Records that a member's changes are others now. The caller has locked the member's listens. */
export async function bumpRevision(tx: Tx, memberId: number): Promise<void> {
  await sql`insert into listen_changes (member_id, revision) values (${memberId}, 1)
    on conflict (member_id) do update set revision = listen_changes.revision + 1`.execute(tx)
}

/**
 * Another transaction changed what this one had read before it locked the listens. Has the code of
 * a serialization failure, so that the transaction is retried.
 */
export class ConcurrentChange extends Error {
  override readonly name = 'ConcurrentChange'
  readonly code = '40001'
}
