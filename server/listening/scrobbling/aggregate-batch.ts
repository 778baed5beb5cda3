import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { addListens } from '../add-listens.ts'
import { insertTracks } from '../catalogue.ts'
import { LISTENS_LOCK, lockListens } from '../listens.ts'
import { deleteScrobbles, lockScrobbles, type PendingScrobble, useIndexes } from './inbox.ts'

interface Options {
  /** Maximum wait for a lock, in ms. */
  readonly lockTimeoutMs: number
  /** The one member whose lock is waited for; members that are locked otherwise are skipped. */
  readonly waitFor?: number | undefined
}

export interface BatchResult {
  /** The number of scrobbles that were moved from the inbox into the listens. */
  readonly aggregated: number
  /** Members whose listens another transaction has locked: an import, or another process that aggregates. */
  readonly skipped: readonly number[]
}

/** A scrobble stays in the inbox although it was deleted: a fault of the database's rules, such as a trigger. */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted'
}

/**
 * Adds pending scrobbles to the listens and deletes them from the inbox in one transaction, so that each is counted exactly once.
 * Several processes may be given the same scrobbles: after a member's lock is taken only rows that still exist are used. Throws a
 * Refusal 503 when a lock is not available in time.
 */
export async function aggregateBatch(
  db: Db,
  scrobbles: readonly PendingScrobble[],
  { lockTimeoutMs, waitFor }: Options,
): Promise<BatchResult> {
  return inTransaction(
    db,
    async (tx) => {
      await useIndexes(tx)
      // Before listens are locked, as in an import: in the other order the two could deadlock.
      const trackIds = await insertTracks(tx, scrobbles)
      if (trackIds.length !== scrobbles.length) throw new Error('Some tracks of a batch were not found.')
      if (waitFor !== undefined) await lockListens(tx, waitFor)
      const { locked, skipped } = await lockMembers(tx, [...new Set(scrobbles.map(({ memberId }) => memberId))])
      const candidates = scrobbles
        .map((scrobble, place) => ({ ...scrobble, trackId: trackIds[place] ?? 0 }))
        .filter(({ memberId }) => locked.has(memberId))
      const ids = await lockScrobbles(
        tx,
        candidates.map(({ id }) => id),
      )
      await addListens(
        tx,
        candidates.filter(({ id }) => ids.has(id)),
        'played',
      )
      if ((await deleteScrobbles(tx, ids)) !== ids.size) throw new NotDeleted('A scrobble was not deleted.')
      return { aggregated: ids.size, skipped }
    },
    lockTimeoutMs,
  )
}

/**
 * Locks the listens of those members that no other transaction has locked, and their rows. Deletes the scrobbles of members that do
 * not exist any more.
 */
async function lockMembers(
  tx: Tx,
  memberIds: readonly number[],
): Promise<{ locked: ReadonlySet<number>; skipped: readonly number[] }> {
  const { rows } = await sql<{ id: number; isLocked: boolean }>`
    select id, pg_try_advisory_xact_lock(${sql.lit(LISTENS_LOCK)}, hashint8(id)) as "isLocked"
    from unnest(${memberIds}::bigint[]) as pending (id)`.execute(tx)
  const tried = rows.filter((row) => row.isLocked).map((row) => row.id)
  const { rows: members } = await sql<{ id: number }>`
    select id from members where id = any(${tried}::bigint[]) order by id for key share`.execute(tx)
  const locked = new Set(members.map((row) => row.id))
  const deleted = tried.filter((id) => !locked.has(id))
  if (deleted.length > 0) await tx.deleteFrom('scrobble_inbox').where('member_id', 'in', deleted).execute()
  return { locked, skipped: rows.filter((row) => !row.isLocked).map((row) => row.id) }
}
