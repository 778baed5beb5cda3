import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { countsStoredListens } from '../listens/served-by.ts'

/** Returns a member's plays per UTC day, oldest first, without days that have no plays. */
export async function listDailyPlays(
  db: Db,
  memberId: number,
  { first, until }: { readonly first: string; readonly until: string },
): Promise<{ day: string; plays: number }[]> {
  const { rows } = await sql<{ day: string; plays: number }>`
    select counted.day::text as day, sum(plays) as plays from (
      select day, plays from plays_daily where member_id = ${memberId} and ${countsStoredListens('plays_daily.member_id')}
      union all select day, plays from chart_days where member_id = ${memberId}) as counted
    where day between ${first}::date and ${until}::date
    group by counted.day order by counted.day`.execute(db)
  return rows
}
