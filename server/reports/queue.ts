import { sql } from 'kysely'
import type { QueuedReport } from '#contract/moderation/queue.ts'
import type { Db, Tx } from '#server/db/open.ts'
import { findNewest, isBelow, type Page } from '#server/db/page.ts'
import { isSuspended } from '#server/db/visible-to.ts'

type Row = Omit<QueuedReport, 'timestamp' | 'closed_at'> & { timestamp: Date; closed_at: Date | null }

/** Returns a page of the reports with the reported content, newest first. */
export async function listReports(
  db: Db,
  { state, now, ...page }: Page & { readonly state: 'open' | 'all'; readonly now: Date },
): Promise<QueuedReport[]> {
  const { rows } = await sql<Row>`
    select reports.id, coalesce(reporter.name, '') as reporter, reported.name as reported,
      ${isSuspended('reported_id', now)} as is_suspended,
      reason, related_type as relatedtype, related_id as relatedid, quote,
      case when related_type is null or related_type not in ('Broadcast', 'Reply') then 'none'
        when coalesce(broadcasts.id, replies.id) is null then 'deleted'
        when coalesce(broadcasts.hidden_at, replies.hidden_at) is not null then 'hidden' else 'visible' end as content,
      replies.broadcast_id as within,
      (select count(*)::int from reports as others where others.reported_id = reports.reported_id
        and others.closed_at is null and others.id <> reports.id) as others_open,
      reports.created_at as timestamp, reports.closed_at, coalesce(admin.name, '') as closed_by, outcome
    from reports join members as reported on reported.id = reported_id
    left join members as reporter on reporter.id = reporter_id
    left join members as admin on admin.id = closed_by
    left join broadcasts on related_type = 'Broadcast' and broadcasts.id = related_id
    left join replies on related_type = 'Reply' and replies.id = related_id
    where ${state === 'open' ? sql`reports.closed_at is null` : sql`true`} and ${isBelow(page, 'reports.id')}
    ${findNewest(page, 'reports.id')}`.execute(db)
  return rows.map((row) => ({
    ...row,
    timestamp: row.timestamp.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? '',
  }))
}

export const selectOpenReports = sql<number>`(select count(*) from reports where closed_at is null)`

export async function countOpenReports(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`select ${selectOpenReports} as open`.execute(db)
  return rows[0]?.open ?? 0
}

interface ReportClosure {
  readonly id: number
  readonly adminId: number | null
  readonly outcome: string
  readonly note?: string | undefined
  readonly now: Date
}

/**
 * Closes a report. Returns the reported member; undefined if the report is unknown or closed, by
 * another admin perhaps.
 */
export async function closeReport(tx: Tx, closure: ReportClosure): Promise<number | undefined> {
  const { id, adminId, outcome, note = '', now } = closure
  const closed = await tx
    .updateTable('reports')
    .set({ closed_at: now, closed_by: adminId, outcome, note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('reported_id')
    .executeTakeFirst()
  return closed?.reported_id
}
