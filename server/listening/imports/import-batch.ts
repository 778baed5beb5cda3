import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '../catalogue.ts'
import { storeIdentities } from '../identities/store-identities.ts'
import { insertListens } from '../listens.ts'
import type { Source } from '../sources.ts'
import type { Scrobble } from './scrobble.ts'

/** The number of track ids cached while a file is read; beyond it some are looked up again. */
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
  return async (source, listens) => {
    const keys = listens.map(toKey)
    const unknown = new Map<string, Scrobble>()
    for (const [place, listen] of listens.entries()) {
      const key = keys[place] ?? ''
      if (!trackIds.has(key)) unknown.set(key, listen)
    }
    await storeIdentities(db, memberId, [...unknown.values()])
    const { added, met } = await inTransaction(
      db,
      async (tx) => {
        const ids = await insertTracks(tx, [...unknown.values()])
        const met = new Map([...unknown.keys()].map((key, place) => [key, ids[place] ?? 0]))
        const found = listens.map((listen, place) => ({
          trackId: trackIds.get(keys[place] ?? '') ?? met.get(keys[place] ?? '') ?? 0,
          listenedAt: listen.listenedAt * 1000,
        }))
        return { added: await insertListens(tx, memberId, found, source), met }
      },
      BATCH_LOCK_TIMEOUT_MS,
    )
    // Only after the commit: ids of a rolled-back transaction would be invalid.
    if (trackIds.size + met.size > REMEMBERED) trackIds = new Map()
    for (const [key, id] of met) trackIds.set(key, id)
    return added
  }
}

const toKey = ({ artist, title, artistMbid, trackMbid }: Scrobble) =>
  artistMbid === undefined && trackMbid === undefined
    ? `${artist}\n${title}`
    : `${artist}\n${title}\n${artistMbid ?? ''}\n${trackMbid ?? ''}`
