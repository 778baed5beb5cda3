import { sql } from 'kysely'
import type { Tx } from '#server/db/open.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrack, insertTracks } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { listMusicNames } from '../catalogue/names.ts'
import { correctSentNames, renameToMostSent, storeSentNames } from '../catalogue/sent-names.ts'
import { correctFeedback, findFeedback } from '../loved/store.ts'
import { addListens } from './add-listens.ts'
import { createNoListenRefusal } from './change-listens.ts'
import { correctDetails } from './correct-details.ts'
import { selectNameKeys } from './corrections.ts'
import { deleteListens } from './delete-listens.ts'
import { findListen, listAlike, listOfArtist, type StoredListen } from './find-listens.ts'
import { hashDetails, type ListenDetails } from './listen-details.ts'
import type { ListenKey } from './listen-id.ts'
import { lockMember } from './listens.ts'
import { renamePending } from './pending-relays.ts'
import { type Correction, recordChanged, recordCorrection, recordMoved } from './record-changes.ts'
import { ConcurrentChange } from './revisions.ts'
import { findDetails, withDetails } from './store-details.ts'

/**
 * The most listens that one correction changes: more than a track that plays all day for months.
 */
const ALIKE_MAX = 50_000

/**
 * Corrects a listen, or all alike. Listens that have the correct names already, at the same time,
 * are one with the corrected ones. Throws a Refusal 404 if there is no such listen, and 409 if
 * nothing would change.
 */
export async function renameListens(
  tx: Tx,
  memberId: number,
  key: ListenKey,
  sent: Correction,
  now: Date,
): Promise<void> {
  // Tracks and albums are inserted before the listens are locked, as in an import.
  const planned = await listCorrected(tx, memberId, key, sent)
  const [chosen] = planned
  if (chosen === undefined) throw createNoListenRefusal()
  const to = sent.scope === 'artist' ? { ...sent, title: await findTitle(tx, chosen.trackId), album: undefined } : sent
  const titles = await listTitles(tx, memberId, planned, to)
  const names = titles.map(({ title }) => ({ artist: to.artist, title }))
  const ids = await insertTracks(tx, names)
  const toTarget = (title: string, trackId = 0) => ({ memberId, artist: to.artist, title, trackId })
  const targets = new Map(titles.map(({ trackId, title }, place) => [trackId, toTarget(title, ids[place])]))
  const targetOf = ({ trackId }: StoredListen) => targets.get(trackId) ?? toTarget(to.title)
  const toTrackOf = (listen: StoredListen) => targetOf(listen).trackId
  const toTrack = toTrackOf(chosen)
  const isSame = isSameMusic(planned, toTrackOf, to)
  const toPending = (listens: readonly StoredListen[]) => listens.map((listen) => ({ ...listen, to: targetOf(listen) }))
  const sentNames = isSame || to.scope !== 'artist' ? [] : await storeSentNames(tx, [...targets.values()])
  const isRenamed = await correctSentNames(tx, { ...to, ...targetOf(chosen) })
  if (isSame) {
    if (!isRenamed) throw new Refusal(409, 'The listen already has these names.')
    await renamePending(tx, memberId, toPending(planned), (details) => details)
    return
  }
  const rules = await describeChange(tx, chosen.trackId, toTrack, to)
  const correct = (details: ListenDetails = {}) => correctDetails(details, { ...rules, album: to.album ?? null })
  const ownAlbums = await listOwnAlbums(tx, planned, rules)
  const plannedDetails = planned.map(({ details, detailsId, albumId }) => ({
    detailsId,
    // A corrected artist's album becomes the other artist's, by its names.
    memberId: ownAlbums.has(albumId) ? undefined : memberId,
    artist: to.artist,
    details: correct(details),
  }))
  const found = await findDetails(tx, plannedDetails)
  // By id: the names in the details may be other ones once the artist is renamed.
  const correctedOf = new Map(
    plannedDetails.map(({ detailsId, artist, details }) => [detailsId, found.get(hashDetails(artist, details))]),
  )
  await lockMember(tx, memberId)
  const listens = await listCorrected(tx, memberId, key, to)
  const [first] = listens
  if (first === undefined) throw createNoListenRefusal()
  const corrected = listens.map((listen) => {
    const details = correctedOf.get(listen.detailsId)
    if (details === undefined || !targets.has(listen.trackId))
      throw new ConcurrentChange('The listens to correct have changed.')
    // Without details, a copy sent later would bring the old ones back.
    const isPlain = listen.details === undefined && details.album === undefined
    return {
      source: listen.source,
      memberId,
      trackId: toTrackOf(listen),
      listenedAt: listen.micros / 1000,
      details: isPlain ? undefined : details,
    }
  })
  await deleteListens(tx, memberId, { listens })
  await renamePending(tx, memberId, toPending(listens), correct)
  for (const [source, added] of Map.groupBy(corrected, (listen) => listen.source))
    await addListens(tx, await withDetails(tx, added), source)
  for (const { trackId: from } of await findFeedback(tx, memberId, [...targets.keys()])) {
    const into = from === null ? undefined : targets.get(from)?.trackId
    if (from !== null && into !== undefined && into !== from) await correctFeedback(tx, memberId, { from, into }, now)
  }
  if (to.scope === 'one') await recordChanged(tx, memberId, first, toTrack)
  else {
    await recordMoved(tx, memberId, listens, toTrackOf, to.scope)
    await recordCorrection(tx, memberId, first, toTrack, to)
  }
  await renameToMostSent(tx, sentNames)
}

/** Returns whether a correction leaves all listens, and those that arrive later, where they are. */
const isSameMusic = (
  planned: readonly StoredListen[],
  toTrackOf: (listen: StoredListen) => number,
  { album, scope }: Correction,
) =>
  planned.every((listen) => listen.trackId === toTrackOf(listen)) &&
  (album === undefined || (scope === 'one' && nameKey(planned[0]?.details?.album ?? '') === nameKey(album)))

const findTitle = async (tx: Tx, trackId: number) => (await findTrack(tx, trackId))?.title ?? ''

/**
 * Returns the tracks of the listens, the first one first, with their correct titles; for an artist,
 * the member's own.
 */
async function listTitles(
  tx: Tx,
  memberId: number,
  planned: readonly StoredListen[],
  { title, scope }: Correction,
): Promise<readonly { readonly trackId: number; readonly title: string }[]> {
  const trackIds = [...new Set(planned.map(({ trackId }) => trackId))]
  if (scope !== 'artist') return trackIds.map((trackId) => ({ trackId, title }))
  const names = await listMusicNames(tx, 'tracks', trackIds, memberId)
  return trackIds.map((trackId) => ({ trackId, title: names.get(trackId)?.name ?? title }))
}

/** Returns the albums of the listens that are by the artist that is corrected. */
async function listOwnAlbums(
  tx: Tx,
  planned: readonly StoredListen[],
  { isArtistChanged, fromArtistId }: { readonly isArtistChanged: boolean; readonly fromArtistId: number },
): Promise<ReadonlySet<number>> {
  if (!isArtistChanged) return new Set()
  const { rows } = await sql<{ id: number }>`select id from albums where artist_id = ${fromArtistId}
    and id = any(${[...new Set(planned.map(({ albumId }) => albumId))]}::bigint[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the listens that a correction changes; none if there is no such listen. */
async function listCorrected(
  tx: Tx,
  memberId: number,
  key: ListenKey,
  { scope }: Correction,
): Promise<readonly StoredListen[]> {
  const listen = await findListen(tx, memberId, key)
  if (listen === undefined || scope === 'one') return listen === undefined ? [] : [listen]
  const { trackId, albumId } = listen
  const alike =
    scope === 'artist'
      ? await listOfArtist(tx, memberId, trackId, ALIKE_MAX + 1)
      : await listAlike(tx, memberId, { trackId, albumId: scope === 'album' ? albumId : undefined })
  if (alike.length > ALIKE_MAX)
    throw new Refusal(409, `More than ${ALIKE_MAX.toLocaleString('en')} listens are alike. Correct single ones.`)
  return [listen, ...alike.filter((other) => other.micros !== listen.micros || other.trackId !== trackId)]
}

async function describeChange(tx: Tx, fromTrack: number, toTrack: number, { artist, scope }: Correction) {
  const { rows } = await sql<{
    isArtistChanged: boolean
    isTitleChanged: boolean
    fromArtistId: number
    keys: readonly string[]
  }>`
    select old.artist_id <> track.artist_id as "isArtistChanged", old.title_key <> track.title_key as "isTitleChanged",
      old.artist_id as "fromArtistId", ${selectNameKeys('old.artist_id')} as keys
    from tracks as old, tracks as track where old.id = ${fromTrack} and track.id = ${toTrack}`.execute(tx)
  const { keys = [], ...changed } = rows[0] ?? { isArtistChanged: false, isTitleChanged: false, fromArtistId: 0 }
  const isOfArtist = scope === 'artist'
  return {
    ...changed,
    ...((isOfArtist || changed.isArtistChanged) && { albumArtist: { keys, to: artist, isOfArtist } }),
  }
}
