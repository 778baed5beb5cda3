import { sql } from 'kysely'
import type { Import, SkipReason } from '#contract/listening/imports.ts'
import type { Db } from '#server/db/open.ts'
import { toSkipped } from '../imports/store.ts'

/*
 * Scrobbles that become no listen. `set_aside_scrobbles` counts those that were never stored, by
 * reason; those that the database rejects are inbox rows with an error.
 */

export async function countSetAside(
  db: Db,
  memberId: number,
  reasons: readonly SkipReason[],
  now: Date,
): Promise<void> {
  if (reasons.length === 0) return
  await sql`insert into set_aside_scrobbles as known (member_id, reason, scrobbles, latest_at)
    select members.id, reason, count(*), ${now}::timestamptz
    from members cross join unnest(${reasons}::text[]) as scrobble (reason)
    where members.id = ${memberId} group by members.id, reason order by reason
    on conflict (member_id, reason) do update set scrobbles = known.scrobbles + excluded.scrobbles,
      latest_at = excluded.latest_at`.execute(db)
}

export async function listSetAside(db: Db, memberId: number): Promise<Import['skipped']> {
  const { rows } = await sql<{ reason: string; scrobbles: number }>`
    select reason, scrobbles from set_aside_scrobbles where member_id = ${memberId}
    union all select 'unstorable', count(*) from scrobble_inbox where member_id = ${memberId}
      and error is not null`.execute(db)
  return toSkipped(Object.fromEntries(rows.map(({ reason, scrobbles }) => [reason, scrobbles])))
}
