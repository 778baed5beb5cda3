import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { visibleTo } from '#server/db/visible-to.ts'
import type { CalendarDays } from './days.ts'
import { isOnDays } from './days.ts'

/**
 * Returns how many swaps a member completed on calendar days, and the swag that they brought. Swaps
 * with blocked members are hidden, as in the history.
 */
export async function countSwaps(
  db: Db,
  memberId: number,
  days: CalendarDays,
): Promise<{ readonly swaps: number; readonly swag: number }> {
  const { rows } = await sql<{ swaps: number; swag: number }>`
    select count(*) as swaps, coalesce(sum(rating), 0) as swag from (
      select matched_rating as rating, completed_at, matched_id as other_id from song_swaps
        where initiator_id = ${memberId} and completed_at is not null
      union all
      select initiator_rating, completed_at, initiator_id from song_swaps
        where matched_id = ${memberId} and completed_at is not null) as completed
    where ${isOnDays(sql.ref('completed.completed_at'), days)}
      and ${visibleTo(memberId, 'completed.other_id')}`.execute(db)
  return rows[0] ?? { swaps: 0, swag: 0 }
}
