import type { Db } from '#server/db/open.ts'

/** The demo community of this database; undefined where there is none. */
export async function findDemoCommunity(db: Db): Promise<{ seed: number; seededAt: Date } | undefined> {
  return db.selectFrom('demo_community').select(['seed', 'seeded_at as seededAt']).executeTakeFirst()
}

/** The ids of the fictional members by their number. */
export async function listDemoMembers(db: Db): Promise<readonly { id: number; number: number }[]> {
  return db.selectFrom('demo_members').select(['member_id as id', 'number']).orderBy('number').execute()
}
