import { sql } from 'kysely'
import { TRACK_LINKS_PER_SERVICE_MAX } from '#contract/listening/track-services.ts'
import type { Tx } from '#server/db/open.ts'
import { type LinkedTrack, SERVICE_NUMBERS, selectRejections, storeTrackLinks } from './track-links.ts'

/**
 * Stores that a link leads to another song, according to a member, or no longer. A link that this
 * hides from all loses its place. Returns false if the track has no such link.
 */
export async function setLinkRejected(
  tx: Tx,
  memberId: number,
  { trackId, service, id }: LinkedTrack,
  { isRejected, now }: { readonly isRejected: boolean; readonly now: Date },
): Promise<boolean> {
  const link = { track_id: trackId, service: SERVICE_NUMBERS[service], external_id: id }
  const row = { ...link, member_id: memberId }
  if (!isRejected) {
    const deleted = await tx
      .deleteFrom('rejected_track_links')
      .where((eb) => eb.and(row))
      .executeTakeFirst()
    // It may have lost its place.
    if (deleted.numDeletedRows > 0n) await storeTrackLinks(tx, [{ trackId, service, id }], 'shared')
    return deleted.numDeletedRows > 0n || (await findPlace(tx, link)) !== undefined
  }
  if ((await findPlace(tx, link)) === undefined) return false
  await insertRejection(tx, memberId, link, now)
  return true
}

/** Stores that links lead to other songs, according to a member, also of links that no track has yet. */
export async function insertRejections(
  tx: Tx,
  memberId: number,
  links: readonly LinkedTrack[],
  now: Date,
): Promise<void> {
  for (const { trackId, service, id } of links)
    await insertRejection(tx, memberId, { track_id: trackId, service: SERVICE_NUMBERS[service], external_id: id }, now)
}

async function insertRejection(tx: Tx, memberId: number, link: LinkKey, now: Date): Promise<void> {
  const place = await findPlace(tx, link)
  const insert = tx.insertInto('rejected_track_links').values({ ...link, member_id: memberId, created_at: now })
  await insert.onConflict((conflict) => conflict.doNothing()).execute()
  if (place === undefined) return
  const { numAffectedRows } = await sql`delete from track_links as link where track_id = ${link.track_id}
    and service = ${link.service} and external_id = ${link.external_id}
      and exists (${selectRejections(now)})`.execute(tx)
  if (numAffectedRows === 1n) await closePlaces(tx, link, place)
}

interface LinkKey {
  readonly track_id: number
  readonly service: number
  readonly external_id: string
}

async function findPlace(tx: Tx, link: LinkKey): Promise<number | undefined> {
  const row = await tx
    .selectFrom('track_links')
    .select('place')
    .where((eb) => eb.and({ ...link }))
    .executeTakeFirst()
  return row?.place
}

/** Moves the links after a place up by one, each to a place that is free by then. */
async function closePlaces(tx: Tx, { track_id, service }: LinkKey, freed: number): Promise<void> {
  for (let place = freed; place < TRACK_LINKS_PER_SERVICE_MAX; place++)
    await tx
      .updateTable('track_links')
      .set({ place })
      .where((eb) => eb.and({ track_id, service, place: place + 1 }))
      .execute()
}
