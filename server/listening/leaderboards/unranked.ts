import { sql } from 'kysely'
import type { WhyUnranked } from '#contract/listening/charts.ts'
import type { Db } from '#server/db/open.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOnBoards } from '#server/db/visible-to.ts'
import type { ChartWindow } from '../charts/days.ts'
import { getFirstDay } from '../days.ts'

/** Returns the reason why a member is not ranked in a window; undefined for ranked members. */
export async function findWhyUnranked(
  db: Db,
  memberId: number,
  { period, now }: ChartWindow,
): Promise<WhyUnranked | undefined> {
  const { rows } = await markPrepared(sql<{ why: WhyUnranked }>`
    select case when is_private then 'private' when hides_listening then 'hidden' else 'impossible' end as why
    from members where id = ${memberId} and not ${isOnBoards('members.id', getFirstDay(period, now))}`).execute(db)
  return rows[0]?.why
}
