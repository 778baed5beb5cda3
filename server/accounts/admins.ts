import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'

/**
 * Returns the ids of the admins, and lets concurrent changes of them wait: of two admins that
 * revoke each other, one remains.
 */
export async function lockAdmins(tx: Tx): Promise<number[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
  const rows = await tx.selectFrom('members').select('id').where('is_admin', '=', true).execute()
  return rows.map((row) => row.id)
}
