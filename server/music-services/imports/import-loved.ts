import type { Db, Tx } from '#server/db/open.ts'
import { storeWithoutFaulty } from '#server/db/without-faulty.ts'
import { inBatch } from '#server/http/attempt.ts'
import type { FeedbackRow } from '#server/import-formats/feedback-rows.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { findRecordings } from '#server/listening/loved/find-recordings.ts'
import { insertFeedback } from '#server/listening/loved/store.ts'

const BATCH = 500

/**
 * Imports feedback after the listens in the same upload, which may name its recordings. Feedback
 * that the member has given here takes precedence. Returns the number of new rows, and of those
 * that cannot be stored.
 */
export async function importFeedback(
  db: Db,
  memberId: number,
  rows: readonly FeedbackRow[],
): Promise<{ readonly added: number; readonly faulty: number }> {
  let [added, faulty] = [0, 0]
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    const stored = await storeWithoutFaulty(batch, (part) => inBatch(db, (tx) => importBatch(tx, memberId, part)))
    added += stored.results.reduce((sum, each) => sum + each, 0)
    faulty += stored.faulty.length
  }
  return { added, faulty }
}

async function importBatch(tx: Tx, memberId: number, batch: readonly FeedbackRow[]): Promise<number> {
  const named = batch.flatMap((row) => row.names ?? [])
  const ids = await insertTracks(tx, named)
  const idOf = new Map(named.map((names, place) => [names, ids[place]]))
  const unnamed = batch.flatMap((row) => (row.names === undefined ? (row.recordingMbid ?? []) : []))
  const byMbid = await findRecordings(tx, memberId, unnamed)
  let added = 0
  for (const { names, recordingMbid, score, createdAt } of batch) {
    const trackId = names === undefined ? byMbid.get(recordingMbid ?? '') : idOf.get(names)
    if (trackId !== undefined) {
      if (await insertFeedback(tx, memberId, { trackId, recordingMbid }, score, createdAt)) added++
    } else if (recordingMbid !== undefined && (await insertFeedback(tx, memberId, { recordingMbid }, score, createdAt)))
      added++
  }
  return added
}
