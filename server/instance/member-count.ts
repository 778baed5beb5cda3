import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

const VALID_MS = 60_000

/**
 * Returns a function that returns the member count, without System and placeholders, at most a
 * minute old: counting reads every member, and visitors may request it.
 */
export function createMemberCount(): (db: Db, now: Date) => Promise<number> {
  let counted: { readonly atMs: number; readonly members: Promise<number> } | undefined
  return (db, now) => {
    const atMs = now.getTime()
    if (counted === undefined || Math.abs(atMs - counted.atMs) > VALID_MS) {
      const members = countMembers(db)
      counted = { atMs, members }
      members.catch(() => (counted = undefined))
    }
    return counted.members
  }
}

async function countMembers(db: Db): Promise<number> {
  const { rows } = await sql<{ members: number }>`select count(*)::int as members from members
    where deleted_at is null and not is_system`.execute(db)
  return rows[0]?.members ?? 0
}
