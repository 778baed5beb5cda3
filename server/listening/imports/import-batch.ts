import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '../catalogue.ts'
import { storeIdentities } from '../identities/store-identities.ts'
import { hashDetails } from '../listen-details.ts'
import { insertListens } from '../listens.ts'
import type { Source } from '../sources.ts'
import { type FoundDetails, findDetails } from '../store-details.ts'
import type { Scrobble } from './scrobble.ts'

type DetailedScrobble = Required<Pick<Scrobble, 'artist' | 'details'>>

/**
 * The number of track ids, and of details, cached while a file is read; beyond it some are looked
 * up again.
 */
const REMEMBERED = 50_000

/**
 * Joining artists, or another file of the member, may block a batch; importing a history is not
 * urgent.
 */
const BATCH_LOCK_TIMEOUT_MS = 120_000

/**
 * Imports listens, each batch in a transaction of its own. Resolves to the number of new listens.
 */
export type ImportBatch = (source: Source, listens: readonly Scrobble[]) => Promise<number>

/**
 * Returns the import function of one import, with a cache of track ids, since most tracks recur.
 */
export function createBatchImporter(db: Db, memberId: number): ImportBatch {
  let trackIds = new Map<string, number>()
  let detailsByHash = new Map<string, FoundDetails>()
  return async (source, listens) => {
    const keys = listens.map(toKey)
    const unknown = new Map<string, Scrobble>()
    for (const [place, listen] of listens.entries()) {
      const key = keys[place] ?? ''
      if (!trackIds.has(key)) unknown.set(key, listen)
    }
    const hashes = listens.map(({ artist, details }) => details && hashDetails(artist, details))
    const unknownDetails = new Map<string, DetailedScrobble>()
    for (const [place, { artist, details }] of listens.entries()) {
      const hash = hashes[place] ?? ''
      if (details !== undefined && !detailsByHash.has(hash)) unknownDetails.set(hash, { artist, details })
    }
    await storeIdentities(db, memberId, [...unknown.values()])
    const { added, met, found } = await inTransaction(
      db,
      async (tx) => {
        const ids = await insertTracks(tx, [...unknown.values()])
        const met = new Map([...unknown.keys()].map((key, place) => [key, ids[place] ?? 0]))
        const found = await findDetails(tx, [...unknownDetails.values()])
        const identified = listens.map((listen, place) => ({
          trackId: trackIds.get(keys[place] ?? '') ?? met.get(keys[place] ?? '') ?? 0,
          listenedAt: listen.listenedAt * 1000,
          details: detailsByHash.get(hashes[place] ?? '') ?? found.get(hashes[place] ?? ''),
        }))
        return { added: await insertListens(tx, memberId, identified, source), met, found }
      },
      BATCH_LOCK_TIMEOUT_MS,
    )
    // Only after the commit: ids of a rolled-back transaction would be invalid.
    if (trackIds.size + met.size > REMEMBERED) trackIds = new Map()
    for (const [key, id] of met) trackIds.set(key, id)
    if (detailsByHash.size + found.size > REMEMBERED) detailsByHash = new Map()
    for (const [hash, details] of found) detailsByHash.set(hash, details)
    return added
  }
}

const toKey = ({ artist, title, details }: Scrobble) =>
  details?.artistMbids === undefined && details?.recordingMbid === undefined
    ? `${artist}\n${title}`
    : `${artist}\n${title}\n${details.artistMbids?.join() ?? ''}\n${details.recordingMbid ?? ''}`
