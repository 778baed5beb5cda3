import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import type { MovedRecords } from '#server/import-formats/moved-records.ts'
import { insertArtists } from '#server/listening/catalogue/catalogue.ts'
import { storeIgnored } from '#server/listening/ignored/store.ts'
import { insertMovedChanges, insertMovedCorrections } from '#server/listening/listens/moved-changes.ts'

const BATCH = 2_000
/** The member's other files, or joining artists, may block a batch. */
const BATCH_LOCK_TIMEOUT_MS = 120_000

/**
 * Imports another account's changes and ignored artists, after the listens in the same upload,
 * which have them already: they are for what arrives later. Returns a sentence about them, if there
 * are any.
 */
export async function importMoved(
  db: Db,
  memberId: number,
  moved: MovedRecords,
  now: Date,
): Promise<readonly string[]> {
  const { changes, corrections, ignored } = moved
  if (changes.length + corrections.length + ignored.length === 0) return []
  let [changed, corrected] = [0, 0]
  for (let at = 0; at < changes.length; at += BATCH)
    changed += await inTransaction(
      db,
      (tx) => insertMovedChanges(tx, memberId, changes.slice(at, at + BATCH)),
      BATCH_LOCK_TIMEOUT_MS,
    )
  if (corrections.length > 0)
    corrected = await inTransaction(
      db,
      (tx) => insertMovedCorrections(tx, memberId, corrections),
      BATCH_LOCK_TIMEOUT_MS,
    )
  for (const name of ignored)
    await inTransaction(
      db,
      async (tx) => {
        const [artistId = 0] = await insertArtists(tx, [name])
        await storeIgnored(tx, memberId, artistId, { isIgnored: true, isOpen: true, now })
      },
      BATCH_LOCK_TIMEOUT_MS,
    )
  return [
    `Of the other account: ${changed} changed listens, ${corrected} corrections, ${ignored.length} ignored artists.`,
  ]
}
