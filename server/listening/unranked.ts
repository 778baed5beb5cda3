import { sql } from 'kysely'
import type { WhyUnranked } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import type { ChartWindow } from './charts.ts'
import { firstDayOf } from './rules.ts'

/** Why a member is on no leaderboard of a window; undefined for those who are. */
export async function findWhyUnranked(
  db: Db,
  memberId: number,
  { period, now }: ChartWindow,
): Promise<WhyUnranked | undefined> {
  const { rows } = await sql<{ why: WhyUnranked }>`
    select case when is_private then 'private' when hides_listening then 'hidden' else 'impossible' end as why
    from members where id = ${memberId} and not ${isOnBoards('members.id', firstDayOf(period, now))}`.execute(db)
  return rows[0]?.why
}
