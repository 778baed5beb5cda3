import { type RawBuilder, sql } from 'kysely'
import type { Standing } from '#contract/accounts/standing.ts'
import type { MemberRecord } from '#contract/moderation/members.ts'
import type { Db, Tx } from '#server/db/open.ts'

/** Returns a member's suspension in force, with the admin's name. */
export async function findSuspension(db: Db, memberId: number, now: Date): Promise<MemberRecord['suspension']> {
  const { rows } = await sql<{ reason: string; since: Date; until: Date | null; by: string }>`
    select reason, since, until, coalesce(name, '') as by from suspensions left join members on members.id = admin_id
    where member_id = ${memberId} and (until is null or until > ${now})`.execute(db)
  const [row] = rows
  return row === undefined ? null : { ...row, since: row.since.toISOString(), until: row.until?.toISOString() ?? '' }
}

/** Returns a member's suspension in force and unconfirmed warnings, without names of admins. */
export async function findStanding(db: Db, memberId: number, now: Date): Promise<Standing> {
  const suspension = await findSuspension(db, memberId, now)
  const warned = await sql<{ id: number; kind: string; reason: string; about: string; timestamp: Date }>`
    select id, kind, reason, about, created_at as timestamp from warnings
    where member_id = ${memberId} and confirmed_at is null order by id limit 50`.execute(db)
  return {
    suspension: suspension && { reason: suspension.reason, since: suspension.since, until: suspension.until },
    warnings: warned.rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() })),
  }
}

/** Selects the unconfirmed warning count, and one more for a suspension in force. */
export const selectNotices = (memberId: number, isSuspended: boolean): RawBuilder<number> => sql<number>`(
  select count(*) + ${Number(isSuspended)}::integer from warnings
  where member_id = ${memberId} and confirmed_at is null)`

export async function confirmWarning(tx: Tx, memberId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('warnings')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is', null)
    .execute()
}
