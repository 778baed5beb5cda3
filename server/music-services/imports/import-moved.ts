import type { Db, Tx } from '#server/db/open.ts'
import { inBatch } from '#server/http/attempt.ts'
import type { MovedRecords } from '#server/import-formats/moved-records.ts'
import { insertArtists, insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { storeIgnored } from '#server/listening/ignored/store.ts'
import { insertRejections } from '#server/listening/links/reject-links.ts'
import type { MovedRejection } from '#server/listening/listens/moved-change.ts'
import { insertMovedChanges, insertMovedCorrections } from '#server/listening/listens/moved-changes.ts'

const BATCH = 2_000
/** A rejection takes several statements. */
const REJECTIONS_BATCH = 200

/**
 * Imports the changes, the ignored artists and the rejected links of another account, after the
 * listens of the same upload, which have them already: they are for what arrives later. Returns a
 * sentence about them, if there are any.
 */
export async function importMoved(
  db: Db,
  memberId: number,
  moved: MovedRecords,
  now: Date,
): Promise<readonly string[]> {
  const { changes, corrections, ignored, rejections } = moved
  if (changes.length + corrections.length + ignored.length + rejections.length === 0) return []
  const run = <Result>(change: (tx: Tx) => Promise<Result>) => inBatch(db, change)
  let changed = 0
  for (const batch of toBatches(changes, BATCH)) changed += await run((tx) => insertMovedChanges(tx, memberId, batch))
  const corrected = corrections.length && (await run((tx) => insertMovedCorrections(tx, memberId, corrections)))
  for (const name of ignored) await run((tx) => ignoreByName(tx, memberId, name, now))
  for (const batch of toBatches(rejections, REJECTIONS_BATCH))
    await run((tx) => insertMovedRejections(tx, memberId, batch, now))
  return [
    `Of the other account: ${changed} changed listens, ${corrected} corrections, ${ignored.length} ignored artists, ${rejections.length} rejected links.`,
  ]
}

const toBatches = <Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, place) => rows.slice(place * size, (place + 1) * size))

async function ignoreByName(tx: Tx, memberId: number, name: string, now: Date): Promise<void> {
  const [artistId = 0] = await insertArtists(tx, [name])
  await storeIgnored(tx, memberId, artistId, { isIgnored: true, isOpen: true, now })
}

async function insertMovedRejections(
  tx: Tx,
  memberId: number,
  rejections: readonly MovedRejection[],
  now: Date,
): Promise<void> {
  const tracks = rejections.map(({ track }) => track)
  const ids = await insertTracks(tx, tracks)
  const links = rejections.flatMap((rejection, place) =>
    rejection.links.map((link) => ({ ...link, trackId: ids[place] ?? 0 })),
  )
  await insertRejections(tx, memberId, links, now)
}
