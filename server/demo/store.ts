import type { Db } from '#server/db/open.ts'

export async function findDemoCommunity(db: Db): Promise<{ seed: number; seededAt: Date } | undefined> {
  return db.selectFrom('demo_community').select(['seed', 'seeded_at as seededAt']).executeTakeFirst()
}

/** Returns the best known demo member's name, or undefined without a demo. */
export async function findDemoName(db: Db): Promise<string | undefined> {
  const members = db.selectFrom('demo_members').innerJoin('members', 'members.id', 'demo_members.member_id')
  return (await members.select('name').orderBy('number').limit(1).executeTakeFirst())?.name
}

export async function listDemoMembers(db: Db): Promise<readonly { id: number; number: number }[]> {
  return db.selectFrom('demo_members').select(['member_id as id', 'number']).orderBy('number').execute()
}
