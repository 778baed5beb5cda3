import { sql } from 'kysely'
import { hashPassword } from '#server/accounts/index.ts'
import type { Db } from '#server/db/open.ts'

/**
 * Disables log-ins as demo members and ends their sessions, for every start without the demo.
 * Returns their number. Their other data remain.
 */
export async function closeDemo(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await sql`delete from sessions where member_id in (select member_id from demo_members)`.execute(tx)
    await sql`update members set password_hash = null
      where id in (select member_id from demo_members) and password_hash is not null`.execute(tx)
    const { rows } = await sql<{ count: number }>`select count(*) as count from demo_members`.execute(tx)
    return rows[0]?.count ?? 0
  })
}

/** Restores the demo members' password after {@link closeDemo}. */
export async function reopenDemo(db: Db, password: string): Promise<void> {
  const closed = await db
    .selectFrom('demo_members')
    .innerJoin('members', 'members.id', 'demo_members.member_id')
    .select('members.id')
    .where('password_hash', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (closed === undefined) return
  const passwordHash = await hashPassword(password)
  await sql`update members set password_hash = ${passwordHash}
    where id in (select member_id from demo_members) and password_hash is null`.execute(db)
}
