import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import { selectIgnoredTracks } from '../catalogue/ignored.ts'
import type { ChartSpan } from './span.ts'

/** How long a member has listened, by the track lengths. */
interface ListeningTime {
  readonly minutes: number
  /** Plays with unknown length, which count no minutes. */
  readonly unmeasured: number
}

/** Adds up the lengths of a member's plays within a span; null: for all time. */
export async function countListeningTime(db: Db, memberId: number, span: ChartSpan | null): Promise<ListeningTime> {
  const { rows } = await sql<ListeningTime>`
    select round(coalesce(sum(duration_ms::bigint * plays), 0) / 60000.0)::integer as minutes,
      coalesce(sum(plays) filter (where duration_ms is null), 0) as unmeasured
    from (
      select details_id, count(*)::integer as plays from listens
      where member_id = ${memberId} and track_id not in ${selectIgnoredTracks(memberId)}
        and ${span === null ? sql`true` : sql`listened_at >= ${span.starts}::timestamptz`}
        and ${span === null || span.ends === null ? sql`true` : sql`listened_at < ${span.ends}::timestamptz`}
      group by details_id) as counted
    left join listen_details on listen_details.id = details_id`.execute(db)
  return rows[0] ?? { minutes: 0, unmeasured: 0 }
}
