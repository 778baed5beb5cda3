import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { deleteListens } from '#server/listening/listens/delete-listens.ts'
import { type ListenKey, selectListenMicros } from '#server/listening/listens/listen-id.ts'
import { deletePending } from '#server/listening/listens/pending-relays.ts'
import { isSource, SOURCE_NUMBERS } from '#server/listening/listens/sources.ts'

const BATCH = 5000

/**
 * Lets the job delete all listens from a source. Does nothing without any. Throws a Refusal 400 for
 * an unknown source.
 */
export async function requestDeletion(tx: Tx, memberId: number, source: string): Promise<void> {
  if (!isSource(source)) throw new Refusal(400, 'There is no such source.')
  await sql`update listen_sources set deleting = listens
    where member_id = ${memberId} and source = ${SOURCE_NUMBERS[source]}
      and deleting is null and listens > 0`.execute(tx)
}

/** Deletes a batch of a source's listens. Returns whether there may be more. */
export async function deleteNextBatch(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ memberId: number; source: number }>`
    select member_id as "memberId", source from listen_sources where deleting is not null
    order by random() limit 1`.execute(tx)
  const [next] = rows
  if (next === undefined) return false
  const { memberId, source } = next
  await lockListens(tx, memberId)
  const { rows: listens } = await sql<ListenKey>`
    select ${selectListenMicros} as micros, track_id as "trackId" from listens
    where member_id = ${memberId} and source = ${source}
      and listened_at >= (select min(day)::timestamp at time zone 'UTC' from source_days
        where source_days.member_id = ${memberId} and source_days.source = ${source})
    order by listened_at limit ${BATCH}`.execute(tx)
  if (listens.length > 0) {
    await deleteListens(tx, memberId, { listens })
    await deletePending(tx, memberId, { listens })
  } else
    await sql`update listen_sources set deleting = null where member_id = ${memberId}
      and source = ${source}`.execute(tx)
  return true
}
