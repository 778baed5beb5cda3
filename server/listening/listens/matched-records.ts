import { LONGEST_S } from './match-listens.ts'
import type { MemberListen } from './member-listen.ts'

/** The most records that are cached: those of one track within its length are near each other in a file. */
const RECORDS_MAX = 50_000
/** The most of one track, which each listen to it is compared with. */
const OF_TRACK_MAX = 1_000
/** A record may share a stored listen with one this far away. */
const NEAR_MS = 2 * LONGEST_S * 1000

/** The records of an import that were not added, since other sources have the same plays. */
export interface MatchedRecords {
  /** Returns those of former batches that may have matched the same listens as these. */
  findNear(listens: readonly MemberListen[]): readonly MemberListen[]
  /** Those of the current batch, and those of former ones that it has added after all. */
  note(matched: readonly MemberListen[], added: readonly MemberListen[]): void
}

/**
 * Returns the matched records of an import of one member. Each batch begins with `start`, also if it
 * is repeated, and ends with `commit`.
 */
export function createMatchedRecords() {
  let byTrack = new Map<number, MemberListen[]>()
  let count = 0
  let noted: Parameters<MatchedRecords['note']> = [[], []]
  const records: MatchedRecords = {
    findNear(listens) {
      if (byTrack.size === 0) return []
      const seconds = new Set(listens.map(toKey))
      const near = new Set<MemberListen>()
      for (const listen of listens)
        for (const record of byTrack.get(listen.trackId) ?? [])
          if (Math.abs(Number(record.listenedAt) - Number(listen.listenedAt)) <= NEAR_MS && !seconds.has(toKey(record)))
            near.add(record)
      return [...near]
    },
    note: (...changes) => {
      noted = changes
    },
  }
  return {
    start(): MatchedRecords {
      noted = [[], []]
      return records
    },
    commit() {
      const [matched, added] = noted
      if (count + matched.length > RECORDS_MAX) {
        byTrack = new Map()
        count = 0
      }
      for (const record of added)
        byTrack.set(
          record.trackId,
          (byTrack.get(record.trackId) ?? []).filter((each) => each !== record),
        )
      for (const record of matched) {
        const known = byTrack.get(record.trackId)
        if (known === undefined) byTrack.set(record.trackId, [record])
        else if (known.push(record) > OF_TRACK_MAX) known.shift()
      }
      count += matched.length
    },
  }
}

const toKey = ({ trackId, listenedAt }: MemberListen) => `${trackId} ${Number(listenedAt)}`
