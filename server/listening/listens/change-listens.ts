import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { insertTracks } from '../catalogue/catalogue.ts'
import { renameToMostSent, storeSentNames } from '../catalogue/sent-names.ts'
import { addListens } from './add-listens.ts'
import { checkRevisions, correctListens } from './corrections.ts'
import { deleteListens } from './delete-listens.ts'
import { findListen } from './find-listens.ts'
import { hashDetails, type ListenDetails } from './listen-details.ts'
import type { ListenKey } from './listen-id.ts'
import { lockMember } from './listens.ts'
import { deletePending } from './pending-relays.ts'
import { forgetChanged, recordChanged } from './record-changes.ts'
import type { Scrobble } from './scrobble.ts'
import type { Source } from './sources.ts'
import { type DetailedListen, findDetails, withDetails } from './store-details.ts'

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
  const sent = corrected.listens.flatMap((listen) => toDetailed(listen) ?? [])
  const found = await findDetails(tx, sent)
  await lockMember(tx, memberId)
  await checkRevisions(tx, corrected)
  for (const listen of corrected.listens) {
    await forgetChanged(tx, memberId, { micros: listenedAt * 1_000_000, trackId: listen.trackId })
    const detailed = toDetailed(listen)
    const stored = detailed && found.get(hashDetails(detailed.artist, detailed.details))
    await addAs(tx, [{ memberId, trackId: listen.trackId, listenedAt: listen.listenedAt, details: stored }], 'by-hand')
  }
  await renameToMostSent(tx, sentNames)
}

/** Returns listen details with its artist; undefined without details. */
const toDetailed = ({ artist, details }: { readonly artist: string; readonly details?: ListenDetails | undefined }) =>
  details === undefined ? undefined : { artist, details }

/** Adds listens by their source. */
export const addAs = async (tx: Tx, listens: readonly DetailedListen[], source: Source) =>
  addListens(tx, await withDetails(tx, listens), source)

export const createNoListenRefusal = () => new Refusal(404, 'There is no such listen.')
