import type { Db, Tx } from '#server/db/open.ts'
import { inBatch } from '#server/http/attempt.ts'
import { insertTracks } from '#server/listening/catalogue/catalogue.ts'
import { lockListens } from '#server/listening/catalogue/lock.ts'
import { renameToMostSent, storeSentNames } from '#server/listening/catalogue/sent-names.ts'
import { storeCreditClaims } from '#server/listening/identities/credit-claims.ts'
import { storeIdentities } from '#server/listening/identities/store-identities.ts'
import { storeTrackLinks } from '#server/listening/links/track-links.ts'
import { correctListens } from '#server/listening/listens/corrections.ts'
import { hasLinks, listLinkedTracks } from '#server/listening/listens/linked-tracks.ts'
import { hashDetails, toStoredDetails } from '#server/listening/listens/listen-details.ts'
import { insertListens } from '#server/listening/listens/listens.ts'
import { createMatchedRecords } from '#server/listening/listens/matched-records.ts'
import { type Scrobble, toLengthMs } from '#server/listening/listens/scrobble.ts'
import type { Source } from '#server/listening/listens/sources.ts'
import { findDetails, insertDetails } from '#server/listening/listens/store-details.ts'

/**
 * How many track ids, details ids, and tracks of details are cached while a file is read; beyond it
 * some are looked up again.
 */
const REMEMBERED = 50_000

/** Imports listens, each batch in its own transaction. Resolves to the number of new listens. */
export type ImportBatch = (source: Source, listens: readonly Scrobble[]) => Promise<number>

/**
 * Returns the import function for one import, with a cache for track and details ids, since most
 * recur. With `importId`, what it adds or finds stored is recorded.
 */
export function createBatchImporter(db: Db, memberId: number, importId?: number): ImportBatch {
  const trackIds = createIdCache()
  const detailsIds = createIdCache()
  // The track for which the links in details were stored last.
  const linked = createIdCache()
  // Records of one play in two batches would both match the same listen of another source.
  const records = createMatchedRecords()
  return async (source, listens) => {
    const keys = listens.map(toKey)
    const stored = listens.map(({ details }) => toStoredDetails(details))
    const hashes = listens.map(({ artist }, place) => toHash(artist, stored[place]))
    const unknown = new Map<string, Scrobble>()
    const unknownDetails = new Map<string, DetailedScrobble>()
    for (const [place, listen] of listens.entries()) {
      const [key, hash, details] = [keys[place] ?? '', hashes[place] ?? '', stored[place]]
      if (!trackIds.has(key)) unknown.set(key, listen)
      if (details !== undefined && !detailsIds.has(hash)) unknownDetails.set(hash, { artist: listen.artist, details })
    }
    const named = [...unknown.values()]
    await storeIdentities(db, memberId, named)
    const { added, newTracks, newDetails, newLinked } = await inBatch(db, async (tx) => {
      const ids = await insertTracks(tx, named)
      const owned = named.map((listen, place) => ({ ...listen, memberId, trackId: ids[place] ?? 0 }))
      await storeCreditClaims(tx, owned)
      const sentNames = await storeSentNames(tx, owned)
      const newTracks = new Map([...unknown.keys()].map((key, place) => [key, ids[place] ?? 0]))
      const { listens: corrections, revisions } = await correctListens(
        tx,
        listens.map(({ artist, title, listenedAt, playedMs }, place) => ({
          memberId,
          artist,
          title,
          details: stored[place],
          listenedAt: listenedAt * 1000,
          lengthMs: toLengthMs(stored[place], playedMs),
          hash: hashes[place] ?? '',
          trackId: trackIds.get(keys[place] ?? '') ?? newTracks.get(keys[place] ?? '') ?? 0,
        })),
      )
      const corrected = corrections.map(withOwnHash)
      for (const { hash, artist, details } of corrected)
        if (details !== undefined && !detailsIds.has(hash)) unknownDetails.set(hash, { artist, details })
      const newDetails = await storeDetails(tx, memberId, [...unknownDetails.values()])
      const identified = corrected.map(({ trackId, listenedAt, lengthMs, formerIds, hash }) => {
        const detailsId = detailsIds.get(hash) ?? newDetails.get(hash) ?? null
        return { trackId, listenedAt, lengthMs, formerIds, detailsId }
      })
      const added = await insertListens(tx, memberId, identified, source, {
        revisions,
        importId,
        records: records.start(),
      })
      await renameToMostSent(tx, sentNames)
      const newLinked = new Map<string, number>()
      const linking = corrected.filter(({ trackId, hash, details }) => {
        if (!hasLinks(details) || (newLinked.get(hash) ?? linked.get(hash)) === trackId) return false
        newLinked.set(hash, trackId)
        return true
      })
      await storeTrackLinks(tx, listLinkedTracks(linking), 'import')
      return { added, newTracks, newDetails, newLinked }
    })
    // Only after the commit: ids from a rolled-back transaction would be invalid.
    trackIds.add(newTracks)
    detailsIds.add(newDetails)
    linked.add(newLinked)
    records.commit()
    return added
  }
}

/** Returns a listen with its details hash, which differs if the listen was corrected. */
const withOwnHash = <T extends HashedListen>(listen: T): T => {
  const { formerIds, artist, details } = listen
  if (formerIds.length === 0) return listen
  return { ...listen, hash: toHash(artist, details) }
}

const toHash = (artist: string, details: Scrobble['details']) =>
  details === undefined ? '' : hashDetails(artist, details)

interface HashedListen extends Pick<Scrobble, 'artist'> {
  readonly hash: string
  readonly details?: Scrobble['details'] | undefined
  readonly formerIds: readonly number[]
}

type DetailedScrobble = Required<Pick<Scrobble, 'artist' | 'details'>>

/** Stores a member's details, and returns their ids by hash. */
async function storeDetails(
  tx: Tx,
  memberId: number,
  scrobbles: readonly DetailedScrobble[],
): Promise<ReadonlyMap<string, number>> {
  if (scrobbles.length === 0) return new Map()
  const sent = scrobbles.map((each) => ({ ...each, memberId }))
  const found = [...(await findDetails(tx, sent)).values()]
  await lockListens(tx, memberId)
  const owned = found.map((details) => ({ memberId, details }))
  const ids = await insertDetails(tx, owned)
  return new Map(found.map(({ hash }, place) => [hash, ids[place] ?? 0]))
}

/** Returns an empty id cache; when it is full, it starts again with the added ids. */
function createIdCache() {
  let ids = new Map<string, number>()
  return {
    has: (key: string) => ids.has(key),
    get: (key: string) => ids.get(key),
    add(more: ReadonlyMap<string, number>) {
      if (ids.size + more.size > REMEMBERED) ids = new Map()
      for (const [key, id] of more) ids.set(key, id)
    },
  }
}

/** The names of a track, with the ids and the list of artists that say more about them. */
const toKey = ({ artist, title, details }: Scrobble) => {
  const { artistMbids, artistNames, recordingMbid } = details ?? {}
  if (artistMbids === undefined && artistNames === undefined && recordingMbid === undefined)
    return `${artist}\n${title}`
  return [artist, title, recordingMbid, artistMbids?.join(), ...(artistNames ?? [])].join('\n')
}
