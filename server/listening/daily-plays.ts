import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'

/** A member's plays per day of UTC, oldest first, without the days on which nothing was played. */
export async function listDailyPlays(
  db: Db,
  memberId: number,
  { first, until }: { readonly first: string; readonly until: string },
): Promise<{ day: string; plays: number }[]> {
  const { rows } = await sql<{ day: string; plays: number }>`
    select day::text as day, sum(plays) as plays from plays_daily
    where member_id = ${memberId} and day between ${first}::date and ${until}::date
    group by plays_daily.day order by plays_daily.day`.execute(db)
  return rows
}
