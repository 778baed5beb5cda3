import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { selectIgnoredTracks } from '../catalogue/ignored.ts'
import { countsStoredListens } from '../listens/served-by.ts'
import { selectDayStart, UTC } from '../time-zone.ts'

/**
 * Returns a member's plays per calendar day, oldest first, without days that have no plays. A music
 * service that fills the member's charts reports UTC days.
 */
export async function listDailyPlays(
  db: Db,
  memberId: number,
  { first, until, timeZone = UTC }: { readonly first: string; readonly until: string; readonly timeZone?: string },
): Promise<{ day: string; plays: number }[]> {
  const { rows } = await sql<{ day: string; plays: number }>`
    select day::text as day, plays from (
      select (listened_at at time zone ${timeZone})::date as day, count(*) as plays from listens
      where member_id = ${memberId} and ${countsStoredListens('listens.member_id')}
        and track_id not in ${selectIgnoredTracks(memberId)}
        and listened_at >= ${selectDayStart(sql`${first}::date`, timeZone)}
        and listened_at < ${selectDayStart(sql`(${until}::date + 1)`, timeZone)} group by 1
      union all select day, plays from chart_days
        where member_id = ${memberId} and day between ${first}::date and ${until}::date) as counted
    order by counted.day`.execute(db)
  return rows
}
