import type { Db } from '#server/db/open.ts'
import { inTransaction } from '#server/http/attempt.ts'
import { insertTracks } from '../catalogue.ts'
import { learnIdentities } from '../identities/learn.ts'
import { insertListens } from '../listens.ts'
import type { Source } from '../sources.ts'
import type { Scrobble } from './scrobble.ts'

/** So many tracks are remembered while a file is read; who has more asks for some of them again. */
const REMEMBERED = 50_000

/** Artists that are joined, or another file of the member, may keep a batch waiting: a history of years has the time. */
const PATIENCE_MS = 120_000

/** Takes listens in, a batch in a transaction of its own. Answers how many of them were new. */
export type TakeListens = (source: Source, listens: readonly Scrobble[]) => Promise<number>

/** For one import: remembers tracks that it has met, as most are met again. */
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
    // Only now: of a transaction that was undone the ids would be nobody's.
    if (idOf.size + met.size > REMEMBERED) idOf = new Map()
    for (const [key, id] of met) idOf.set(key, id)
    return taken
  }
}

const keyOf = ({ artist, title, artistMbid, trackMbid }: Scrobble) =>
  artistMbid === undefined && trackMbid === undefined
    ? `${artist}\n${title}`
    : `${artist}\n${title}\n${artistMbid ?? ''}\n${trackMbid ?? ''}`
