import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { hiddenFrom, openTo } from '#server/db/visible-to.ts'

export interface About {
  readonly type: 'Broadcast' | 'Reply' | 'Message' | 'Swap'
  readonly id: number
}

interface Sides {
  readonly reporterId: number
  readonly reportedId: number
}

/**
 * Returns the reported content's text, which is stored because it may be deleted. Undefined if
 * there is none, if the reported member is not its author, or if the reporter may not see it. A
 * block in either direction does not prevent a report.
 */
export async function findQuote(
  tx: Tx,
  { type, id, reporterId, reportedId }: About & Sides,
): Promise<string | undefined> {
  const { rows } = await {
    Broadcast: sql<{ quote: string }>`
      select concat_ws(': ', title, nullif(body, '')) as quote
      from broadcasts where id = ${id} and author_id = ${reportedId}
        and (${openTo(reporterId, 'broadcasts.author_id')} or author_id = any(${hiddenFrom(reporterId)}))`,
    Reply: sql<{ quote: string }>`
      select body as quote from replies where id = ${id} and author_id = ${reportedId}
        and (${openTo(reporterId, 'replies.author_id')} or author_id = any(${hiddenFrom(reporterId)}))`,
    Message: sql<{ quote: string }>`
      select concat_ws(': ', nullif(body, ''), (select tracks.title || ' by ' || artists.name
          from tracks join artists on artists.id = artist_id where tracks.id = messages.track_id)) as quote
      from messages where id = ${id} and sender_id = ${reportedId} and recipient_id = ${reporterId}
        and deleted_at is null`,
    // What the reported member wrote, as far as the reporter can see it.
    Swap: sql<{ quote: string }>`
      select case when initiator_id = ${reportedId}
        then concat_ws(' / ', initiator_track_text, case when completed_at is not null then initiator_rating_text end)
        else concat_ws(' / ', matched_track_text, case when completed_at is not null then matched_rating_text end)
        end as quote
      from song_swaps where id = ${id}
        and ((initiator_id = ${reportedId} and matched_id = ${reporterId})
          or (initiator_id = ${reporterId} and matched_id = ${reportedId}))`,
  }[type].execute(tx)
  return rows[0]?.quote
}

interface NewReport extends Sides {
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
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
