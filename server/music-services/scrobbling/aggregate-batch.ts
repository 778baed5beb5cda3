import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { LISTENS_LOCK, lockListens } from '#server/listening/catalogue/lock.ts'
import { renameToMostSent, storeSentNames } from '#server/listening/catalogue/sent-names.ts'
import { storeCreditClaims } from '#server/listening/identities/credit-claims.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { addListens } from '#server/listening/listens/add-listens.ts'
import { correctListens, dropChanged } from '#server/listening/listens/corrections.ts'
import { listLinkedTracks } from '#server/listening/listens/linked-tracks.ts'
import { toStoredDetails } from '#server/listening/listens/listen-details.ts'
import { findDetails, withFound } from '#server/listening/listens/store-details.ts'
import type { RelayConfig } from '../relays/limits.ts'
import { queueRelayedListens } from '../relays/queue-listens.ts'
import { deleteScrobbles, lockScrobbles, type PendingScrobble, useIndexes } from './inbox.ts'

interface Options {
  /** Needed to queue the scrobbles for relays; undefined: none is queued. */
  readonly relaying?: { readonly config: RelayConfig; readonly now: () => Date } | undefined
  /** Maximum wait for a lock, in ms. */
  readonly lockTimeoutMs: number
  /** Waits for this member's lock only; other locked members are skipped. */
  readonly waitFor?: number | undefined
}

export interface BatchResult {
  /** How many scrobbles were moved from the inbox into the listens. */
  readonly aggregated: number
  /**
   * Members with listens locked by another transaction: an import, or another process that
   * aggregates.
   */
  readonly skipped: readonly number[]
}

/**
 * A scrobble remains in the inbox after its deletion, because of a trigger or rule in the database.
 */
export class NotDeleted extends Error {
  override readonly name = 'NotDeleted'
}

/**
 * Adds pending scrobbles to the listens and deletes them from the inbox in one transaction, so that
 * each is counted exactly once. Several processes may receive the same scrobbles: after a member's
 * lock is taken, only rows that still exist are used. Throws a Refusal 503 if a lock is not
 * available in time.
 */
export async function aggregateBatch(
  db: Db,
  scrobbles: readonly PendingScrobble[],
  { lockTimeoutMs, waitFor, relaying }: Options,
): Promise<BatchResult> {
  return inTransaction(
    db,
    async (tx) => {
      await useIndexes(tx)
      // Before locking the listens, as in an import: the reverse order could deadlock.
      const trackIds = await insertTracks(tx, scrobbles)
      const named = scrobbles.map((scrobble, place) => ({
        ...scrobble,
        details: toStoredDetails(scrobble.details),
        trackId: trackIds[place] ?? 0,
        lengthMs: scrobble.details?.durationMs,
      }))
      await storeCreditClaims(tx, scrobbles)
      const sentNames = await storeSentNames(tx, named)
      const { listens, revisions } = await correctListens(tx, named)
      const found = await findDetails(tx, listens)
      if (waitFor !== undefined) await lockListens(tx, waitFor)
      const { locked, skipped } = await lockMembers(tx, [...new Set(scrobbles.map(({ memberId }) => memberId))])
      const candidates = listens.filter(({ memberId }) => locked.has(memberId))
      const candidateIds = candidates.map(({ id }) => id)
      const ids = await lockScrobbles(tx, candidateIds)
      const existing = candidates.filter(({ id }) => ids.has(id))
      const added = await dropChanged(tx, { listens: existing, revisions }, 'played')
      if (relaying !== undefined) await queueRelayedListens(tx, relaying.config, added, relaying.now())
      await addListens(tx, await withFound(tx, found, added), 'played')
      await renameToMostSent(tx, sentNames)
      await storeTrackLinks(tx, listLinkedTracks(added), 'scrobble')
      if ((await deleteScrobbles(tx, ids)) !== ids.size) throw new NotDeleted('A scrobble was not deleted.')
      return { aggregated: ids.size, skipped }
    },
    lockTimeoutMs,
  )
}

/**
 * Locks the listens and rows for all members that no other transaction has locked. Deletes
 * scrobbles from members that no longer exist.
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
