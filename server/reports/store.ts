import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'

/** What a report is about, beside the member who made it. */
export interface About {
  readonly type: 'Broadcast' | 'Message' | 'Swap'
  readonly id: number
}

interface Sides {
  readonly reporterId: number
  readonly reportedId: number
}

/**
 * The words of what is reported, kept because they may be deleted. Undefined when the reported member did not make it, or the
 * reporter has no part in it; what is gone already is quoted by nothing, and reported all the same.
 */
export async function findQuote(
  tx: Tx,
  { type, id, reporterId, reportedId }: About & Sides,
): Promise<string | undefined> {
  const { rows } = await {
    Broadcast: sql<{ quote: string; isTheirs: boolean }>`
      select concat_ws(': ', title, nullif(body, '')) as quote, author_id = ${reportedId} as "isTheirs"
      from broadcasts where id = ${id}`,
    Message: sql<{ quote: string; isTheirs: boolean }>`
      select body as quote, sender_id = ${reportedId} and recipient_id = ${reporterId} as "isTheirs"
      from messages where id = ${id}`,
    Swap: sql<{ quote: string; isTheirs: boolean }>`
      select '' as quote, (initiator_id = ${reportedId} and matched_id = ${reporterId})
        or (initiator_id = ${reporterId} and matched_id = ${reportedId}) as "isTheirs"
      from song_swaps where id = ${id}`,
  }[type].execute(tx)
  const [found] = rows
  if (found === undefined) return ''
  return found.isTheirs ? found.quote : undefined
}

export interface NewReport extends Sides {
  readonly reason: string
  readonly about: About | undefined
  readonly quote: string
  readonly now: Date
}

export async function insertReport(tx: Tx, report: NewReport): Promise<number> {
  const { id } = await tx
    .insertInto('reports')
    .values({
      reporter_id: report.reporterId,
      reported_id: report.reportedId,
      reason: report.reason,
      related_type: report.about?.type ?? null,
      related_id: report.about?.id ?? null,
      quote: report.quote,
      created_at: report.now,
      closed_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface OpenReport {
  readonly id: number
  /** Null: who reported is not here any more. */
  readonly reporter: string | null
  readonly reported: string
  readonly reason: string
  readonly about: About | undefined
  readonly quote: string
  readonly reportedAt: Date
}

/** Reports that no admin is done with, the oldest first. */
export async function listOpenReports(db: Db): Promise<readonly OpenReport[]> {
  const { rows } = await sql<Omit<OpenReport, 'about'> & { type: About['type'] | null; relatedId: number | null }>`
    select reports.id, reporter.name as reporter, reported.name as reported, reason, related_type as type,
      related_id as "relatedId", quote, reports.created_at as "reportedAt"
    from reports join members as reported on reported.id = reported_id
    left join members as reporter on reporter.id = reporter_id
    where closed_at is null order by reports.id`.execute(db)
  return rows.map(({ type, relatedId, ...row }) => ({
    ...row,
    about: type === null || relatedId === null ? undefined : { type, id: relatedId },
  }))
}

/** Whether there was such a report that was still open. */
export async function closeReport(db: Db, id: number, now: Date): Promise<boolean> {
  const closed = await db
    .updateTable('reports')
    .set({ closed_at: now })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}
