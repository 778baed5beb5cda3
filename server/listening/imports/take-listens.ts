import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '../catalogue.ts'
import { learnIdentities } from '../identities/learn.ts'
import { insertListens } from '../listens.ts'
import type { Source } from '../sources.ts'
import type { Scrobble } from './scrobble.ts'

/** The number of track ids cached while a file is read; beyond it some are looked up again. */
const REMEMBERED = 50_000

/**
 * Joining artists, or another file of the member, may block a batch; importing a history is not
 * urgent.
 */
const PATIENCE_MS = 120_000

/**
 * Imports listens, each batch in a transaction of its own. Resolves to the number of new listens.
 */
export type TakeListens = (source: Source, listens: readonly Scrobble[]) => Promise<number>

/**
 * Returns the import function of one import, with a cache of track ids, since most tracks recur.
 */
export function createTakeListens(db: Db, memberId: number): TakeListens {
  let idOf = new Map<string, number>()
  return async (source, listens) => {
    const keys = listens.map(keyOf)
    const unknown = new Map<string, Scrobble>()
    for (const [place, listen] of listens.entries()) {
      const key = keys[place] ?? ''
      if (!idOf.has(key)) unknown.set(key, listen)
    }
    await learnIdentities(db, memberId, [...unknown.values()])
    const { taken, met } = await inTransaction(
      db,
      async (tx) => {
        const ids = await insertTracks(tx, [...unknown.values()])
        const met = new Map([...unknown.keys()].map((key, place) => [key, ids[place] ?? 0]))
        const found = listens.map((it, place) => ({
          trackId: idOf.get(keys[place] ?? '') ?? met.get(keys[place] ?? '') ?? 0,
          listenedAt: it.listenedAt * 1000,
        }))
        return { taken: await insertListens(tx, memberId, found, source), met }
      },
      PATIENCE_MS,
    )
    // Only after the commit: ids of a rolled-back transaction would be invalid.
    if (idOf.size + met.size > REMEMBERED) idOf = new Map()
    for (const [key, id] of met) idOf.set(key, id)
    return taken
  }
}

const keyOf = ({ artist, title, artistMbid, trackMbid }: Scrobble) =>
  artistMbid === undefined && trackMbid === undefined
    ? `${artist}\n${title}`
    : `${artist}\n${title}\n${artistMbid ?? ''}\n${trackMbid ?? ''}`
