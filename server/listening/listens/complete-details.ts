import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { unnest } from '#server/db/unnest.ts'
import type { FreshListen, KnownListen } from './compare-listens.ts'

/**
 * Stores the sent details with listens that have none, and with those that say the same without
 * links. Returns the stored listens that have an album since.
 */
export async function completeDetails(tx: Tx, known: readonly KnownListen[]): Promise<readonly FreshListen[]> {
  const differing = known.filter(
    ({ detailsId, storedDetailsId }) => detailsId !== null && detailsId !== storedDetailsId,
  )
  const detailed = differing.filter(({ storedDetailsId }) => storedDetailsId !== null)
  // Several sent listens may be the same play: its album counts once.
  const bare = differing.filter(({ storedDetailsId }) => storedDetailsId === null)
  const lacking = [...new Map(bare.map((listen) => [listen.storedPlace, listen])).values()]
  if (lacking.length > 0) await replaceDetails(tx, lacking, sql`listens.details_id is null`)
  if (detailed.length > 0)
    await replaceDetails(tx, detailed, areContained(sql`listens.details_id`, sql`sent.details_id`))
  return lacking.map((listen) => ({ ...listen, listenedAt: listen.storedAt }))
}

const replaceDetails = (tx: Tx, listens: readonly KnownListen[], isReplaced: RawBuilder<unknown>) =>
  sql`
  update listens set details_id = sent.details_id
  from ${unnest('sent', listens, {
    place: ['tid', ({ storedPlace }) => storedPlace],
    details_id: ['integer', ({ detailsId }) => detailsId],
  })}
  where listens.ctid = place and ${isReplaced}`.execute(tx)

/**
 * Returns whether stored details without links say nothing that the sent ones do not say. The album
 * is the same, so that no album plays change.
 */
const areContained = (storedId: RawBuilder<unknown>, sentId: RawBuilder<unknown>): RawBuilder<boolean> => {
  const isContained = (column: string) =>
    sql`(old.${sql.ref(column)} is null or old.${sql.ref(column)} = new.${sql.ref(column)})`
  return sql<boolean>`exists (select from listen_details as old, listen_details as new
    where old.id = ${storedId} and new.id = ${sentId} and old.links is null and new.links is not null
      and old.album_id is not distinct from new.album_id and ${sql.join(CONTAINED.map(isContained), sql` and `)})`
}

const CONTAINED = [
  'album_artist_id',
  'artist_mbids',
  'recording_mbid',
  'release_mbid',
  'track_number',
  'duration_ms',
  'player',
  'client',
  'service',
]
