import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { isSuspended } from '#server/db/visible-to.ts'

/** Returns the SQL condition that a `members` row is an admin without a suspension in force. */
export const isActingAdmin = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(members.is_admin and not ${isSuspended('members.id', now)})`

/** Returns which members are admins without a suspension in force. */
export async function listActingAdmins(db: Db, ids: readonly number[], now: Date): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('members').select('id').where('id', 'in', ids).where(isActingAdmin(now)).execute()
  return new Set(rows.map((row) => row.id))
}

/**
 * Returns the ids of the admins without a suspension in force. Concurrent changes to admins wait:
 * if two admins revoke or suspend each other, one remains.
 */
export async function lockAdmins(tx: Tx, now: Date): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
  const rows = await tx.selectFrom('members').select('id').where(isActingAdmin(now)).execute()
  return rows.map((row) => row.id)
}
