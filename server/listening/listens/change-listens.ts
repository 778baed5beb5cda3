import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { renameToMostSent, storeSentNames } from '../catalogue/sent-names.ts'
import { addListens } from './add-listens.ts'
import { checkRevisions, correctListens } from './corrections.ts'
import { deleteListens } from './delete-listens.ts'
import { findListen } from './find-listens.ts'
import type { ListenKey } from './listen-id.ts'
import { lockMember } from './listens.ts'
import { deletePending } from './pending-relays.ts'
import { forgetChanged, recordChanged } from './record-changes.ts'
import type { Scrobble } from './scrobble.ts'
import { findDetails, withFound } from './store-details.ts'

/*
 * A member's changes to listens. Each updates all counts and is recorded for listens that arrive
 * later, in the transaction of its request.
 */

/** Deletes a listen. Throws a Refusal 404 if there is none. */
export async function removeListen(tx: Tx, memberId: number, key: ListenKey): Promise<void> {
  await lockMember(tx, memberId)
  const listen = await findListen(tx, memberId, key)
  if (listen === undefined) throw createNoListenRefusal()
  await deleteListens(tx, memberId, { listens: [listen] })
  await deletePending(tx, memberId, { listens: [listen] })
  await recordChanged(tx, memberId, listen, null)
}

/** Adds a listen that a member enters, also one that was deleted before. */
export async function addByHand(
  tx: Tx,
  memberId: number,
  { artist, title, listenedAt, details }: Scrobble,
): Promise<void> {
  const [trackId = 0] = await insertTracks(tx, [{ artist, title }])
  const named = { memberId, trackId, artist, title, details, listenedAt: listenedAt * 1000 }
  const sentNames = await storeSentNames(tx, [named])
  const corrected = await correctListens(tx, [named])
  const { listens } = corrected
  const found = await findDetails(tx, listens)
  await lockMember(tx, memberId)
  await checkRevisions(tx, corrected)
  for (const { trackId: id } of listens)
    await forgetChanged(tx, memberId, { micros: listenedAt * 1_000_000, trackId: id })
  await addListens(tx, await withFound(tx, found, listens), 'by-hand')
  await renameToMostSent(tx, sentNames)
}

export const createNoListenRefusal = () => new Refusal(404, 'There is no such listen.')
