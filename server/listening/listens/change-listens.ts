import { sql } from 'kysely'
import type { CorrectionScope } from '#contract/listening/listens.ts'
import type { Tx } from '#server/db/open.ts'
import { fromMicros } from '#server/db/timed-id.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findTrack, insertTracks } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { listMusicNames } from '../catalogue/names.ts'
import { correctSentNames, renameToMostSent, storeSentNames } from '../catalogue/sent-names.ts'
import { correctFeedback, findFeedback } from '../loved/store.ts'
import { addListens } from './add-listens.ts'
import { correctDetails } from './correct-details.ts'
import { checkRevisions, correctListens, selectNameKeys } from './corrections.ts'
import { deleteListens } from './delete-listens.ts'
import { findListen, listAlike, listOfArtist, type StoredListen } from './find-listens.ts'
import { hashDetails, type ListenDetails } from './listen-details.ts'
import type { ListenKey } from './listen-id.ts'
import { lockMember } from './listens.ts'
import { CHANGED_MAX, CORRECTIONS_MAX } from './moved-change.ts'
import { deletePending, renamePending } from './pending-relays.ts'
import { bumpRevision, ConcurrentChange } from './revisions.ts'
import type { Scrobble } from './scrobble.ts'
import { SOURCE_NUMBERS, type Source } from './sources.ts'
import { type DetailedListen, findDetails, withDetails } from './store-details.ts'

/*
 * A member's changes to listens. Each updates all counts and is recorded for listens that arrive
 * later, in the transaction of its request.
 */

/**
 * The most listens that one correction changes: more than a track that plays all day for months.
 */
const ALIKE_MAX = 50_000

/** The listens that a correction changes. For an artist only the artist is corrected. */
type Scope = CorrectionScope

export interface Correction {
  readonly artist: string
  readonly title: string
  /** Empty: no album; undefined: each listen retains its own. */
  readonly album?: string | undefined
  readonly scope: Scope
}

/** Deletes a listen. Throws a Refusal 404 if there is none. */
export async function removeListen(tx: Tx, memberId: number, key: ListenKey): Promise<void> {
  await lockMember(tx, memberId)
  const listen = await findListen(tx, memberId, key)
  if (listen === undefined) throw createNoListenRefusal()
  await deleteListens(tx, memberId, { listens: [listen] })
  await deletePending(tx, memberId, { listens: [listen] })
  await recordChanged(tx, memberId, listen, null)
}

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
  const ids = await insertTracks(
    tx,
    titles.map(({ title }) => ({ artist: to.artist, title })),
  )
  const targets = new Map(titles.map(({ trackId }, place) => [trackId, ids[place] ?? 0]))
  const toTrackOf = ({ trackId }: StoredListen) => targets.get(trackId) ?? 0
  const toTrack = toTrackOf(chosen)
  const isSame = isSameMusic(planned, toTrackOf, to)
  const titleOf = new Map(titles.map(({ trackId, title }) => [trackId, title]))
  const toPending = (listens: readonly StoredListen[]) =>
    listens.map((listen) => ({
      ...listen,
      to: { artist: to.artist, title: titleOf.get(listen.trackId) ?? to.title, trackId: toTrackOf(listen) },
    }))
  const named = titles.map(({ title, trackId }) => ({
    memberId,
    artist: to.artist,
    title,
    trackId: targets.get(trackId) ?? 0,
  }))
  const sentNames = isSame || to.scope !== 'artist' ? [] : await storeSentNames(tx, named)
  const isRenamed = await correctSentNames(tx, {
    ...to,
    title: named[0]?.title ?? to.title,
    memberId,
    trackId: toTrack,
  })
  if (isSame) {
    if (!isRenamed) throw new Refusal(409, 'The listen already has these names.')
    await renamePending(tx, memberId, toPending(planned), (details) => details)
    return
  }
  const rules = await describeChange(tx, chosen.trackId, toTrack, to)
  const album = to.album ?? null
  const correctThese = (details: ListenDetails) => correctDetails(details, { ...rules, album })
  const correct = ({ details = {} }: StoredListen) => correctThese(details)
  const ownAlbums = await listOwnAlbums(tx, planned, rules)
  const found = await findDetails(
    tx,
    // A corrected artist's album becomes the other artist's, by its names.
    planned.map((listen) => ({
      memberId: ownAlbums.has(listen.albumId) ? undefined : memberId,
      artist: to.artist,
      details: correct(listen),
    })),
  )
  await lockMember(tx, memberId)
  const listens = await listCorrected(tx, memberId, key, to)
  const [first] = listens
  if (first === undefined) throw createNoListenRefusal()
  const corrected = listens.map((listen) => {
    const details = found.get(hashDetails(to.artist, correct(listen)))
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
  await renamePending(tx, memberId, toPending(listens), correctThese)
  for (const source of new Set(corrected.map((listen) => listen.source)))
    await addAs(
      tx,
      corrected.filter((listen) => listen.source === source),
      source,
    )
  for (const { trackId: from } of await findFeedback(tx, memberId, [...targets.keys()])) {
    const into = from === null ? undefined : targets.get(from)
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
  const found = await findDetails(
    tx,
    corrected.listens.flatMap((listen) => toDetailed(listen) ?? []),
  )
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

const addAs = async (tx: Tx, listens: readonly DetailedListen[], source: Source) =>
  addListens(tx, await withDetails(tx, listens), source)

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
  return { ...changed, ...(scope === 'artist' && { albumArtist: { keys, to: artist } }) }
}

/**
 * Records that a listen was deleted or corrected to another track, and forgets that the listen it
 * is now was. The caller has locked the member's listens.
 */
async function recordChanged(tx: Tx, memberId: number, listen: StoredListen, movedTo: number | null): Promise<void> {
  const { micros, trackId, source } = listen
  if (movedTo === trackId) return
  await checkRoom(tx, memberId, 1)
  if (movedTo !== null) await forgetChanged(tx, memberId, { micros, trackId: movedTo })
  await sql`insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    values (${memberId}, ${fromMicros(sql`${micros}`)}, ${trackId}, ${SOURCE_NUMBERS[source]}, ${movedTo})
    on conflict (member_id, listened_at, track_id) do update
      set source = excluded.source, moved_to = excluded.moved_to, changed_at = now()`.execute(tx)
  await bumpRevision(tx, memberId)
}

/**
 * Records the listens that a correction for all alike does not recognize when they are sent again:
 * for an album those that another source sends without it; otherwise those that another source had
 * under the correct name within a minute, so that they were not added.
 */
async function recordMoved(
  tx: Tx,
  memberId: number,
  listens: readonly StoredListen[],
  toTrackOf: (listen: StoredListen) => number,
  scope: Scope,
): Promise<void> {
  const isMerged = sql`not exists (select from listens where listens.member_id = ${memberId}
    and listens.listened_at = corrected.listened_at and listens.track_id = corrected.moved_to)`
  if (scope === 'album') await checkRoom(tx, memberId, listens.length)
  await sql`insert into changed_listens (member_id, listened_at, track_id, source, moved_to)
    select ${memberId}::bigint, listened_at, track_id, source, moved_to
    from (select ${fromMicros(sql`micros`)} as listened_at, track_id, source, moved_to
      from unnest(${listens.map(({ micros }) => micros)}::bigint[], ${listens.map(({ trackId }) => trackId)}::bigint[],
        ${listens.map(({ source }) => SOURCE_NUMBERS[source])}::smallint[], ${listens.map(toTrackOf)}::bigint[])
        as given (micros, track_id, source, moved_to)) as corrected
    where track_id <> moved_to and ${scope === 'album' ? sql`true` : isMerged}
    on conflict (member_id, listened_at, track_id) do update
      set source = excluded.source, moved_to = excluded.moved_to, changed_at = now()`.execute(tx)
}

/** Throws a Refusal 409 if a member cannot have this many further recorded changes. */
async function checkRoom(tx: Tx, memberId: number, more: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from changed_listens where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) + more <= CHANGED_MAX) return
  throw new Refusal(
    409,
    `You have changed ${CHANGED_MAX.toLocaleString('en')} single listens, the most that is possible. Delete a range of time instead.`,
  )
}

/** Forgets that a listen was deleted or corrected: it exists again. */
async function forgetChanged(tx: Tx, memberId: number, { micros, trackId }: ListenKey): Promise<void> {
  await sql`delete from changed_listens where member_id = ${memberId}
    and listened_at = ${fromMicros(sql`${micros}`)}
    and track_id in (select id from tracks where id = ${trackId} or merged_into = ${trackId})`.execute(tx)
}

/** Records a correction for all listens alike. The caller has locked the member's listens. */
async function recordCorrection(
  tx: Tx,
  memberId: number,
  { trackId, albumId }: StoredListen,
  toTrack: number,
  { scope, album }: Correction,
): Promise<void> {
  if (trackId === toTrack && album === undefined) return
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from listen_corrections where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= CORRECTIONS_MAX)
    throw new Refusal(
      409,
      `You have corrected ${CORRECTIONS_MAX.toLocaleString('en')} tracks, the most that is possible. Correct single listens instead.`,
    )
  await sql`insert into listen_corrections (member_id, track_id, on_album, to_track, to_album, of_artist)
    values (${memberId}, ${trackId}, ${scope === 'album' ? albumId : null}, ${toTrack}, ${album ?? null}, ${scope === 'artist'})`.execute(
    tx,
  )
  await bumpRevision(tx, memberId)
}

const createNoListenRefusal = () => new Refusal(404, 'There is no such listen.')
