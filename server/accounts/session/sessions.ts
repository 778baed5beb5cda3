import type { SignedIn } from '#contract/accounts/sessions.ts'
import type { Db } from '#server/db/open.ts'

const LISTED_MAX = 100

/**
 * Returns a member's sessions, the last used first. `current` is the requesting session's secret
 * hash.
 */
export async function listSessions(
  db: Db,
  memberId: number,
  current: Buffer | undefined,
  now: Date,
): Promise<SignedIn[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at', 'last_used_at', 'token_hash'])
    .where('member_id', '=', memberId)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id, device, created_at, last_used_at, token_hash }) => ({
    id,
    device,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_current: current !== undefined && token_hash.equals(current),
  }))
}

/**
 * Returns a session's secret hash by the session's id, or undefined if the member has no such
 * session.
 */
export async function findSessionHash(db: Db, memberId: number, id: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.token_hash
}
