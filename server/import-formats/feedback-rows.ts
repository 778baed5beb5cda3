import { toTrackName } from '#server/listening/catalogue/track-name.ts'
import { isUuid, toFields, toRow } from '#server/listening/listens/scrobble.ts'
import { FEEDBACK_MAX } from '#server/listening/loved/feedback-max.ts'
import type { Format } from './format.ts'

/** The loved and hated tracks in a file, in ListenBrainz' layout. */
export interface FeedbackRow {
  readonly score: 1 | -1
  readonly createdAt: Date
  readonly recordingMbid: string | undefined
  /** Names from the file itself, or from a listen with the same MSID. */
  readonly names: { readonly artist: string; readonly title: string } | undefined
}

interface Sent extends FeedbackRow {
  readonly msid: string | undefined
}

/** Collects feedback, and names by MSID, while an upload's files are read. */
export interface FeedbackCollector {
  readonly add: (record: unknown, nowS: number) => void
  /** Stores a listen's names by MSID, if both are valid. */
  readonly learn: (msid: unknown, names: { readonly artist: unknown; readonly title: unknown }) => void
  /**
   * Returns what was collected, the oldest first. `invalid`: records without a score, time or
   * track.
   */
  readonly finish: () => { readonly rows: readonly FeedbackRow[]; readonly invalid: number }
}

/** Names of more MSIDs are not stored: their feedback without an MBID is skipped. */
const MSIDS_MAX = 100_000

export function createFeedbackCollector(): FeedbackCollector {
  const collected: Sent[] = []
  const namesOf = new Map<string, { readonly artist: string; readonly title: string }>()
  let invalid = 0
  return {
    add(record, nowS) {
      const row = collected.length < FEEDBACK_MAX ? readFeedback(record, nowS) : undefined
      if (row === undefined) invalid++
      else collected.push(row)
    },
    learn(msid, sent) {
      if (!isUuid(msid) || namesOf.size >= MSIDS_MAX) return
      const names = toTrackName(sent)
      if (typeof names !== 'string') namesOf.set(msid, names)
    },
    finish() {
      const rows = collected
        .map(({ msid, ...row }) => ({ ...row, names: row.names ?? namesOf.get(msid ?? '') }))
        .filter(({ names, recordingMbid }) => names !== undefined || recordingMbid !== undefined)
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
      return { rows, invalid: invalid + collected.length - rows.length }
    },
  }
}

export const isFeedbackRecord = (fields: Readonly<Record<string, unknown>>): boolean =>
  'score' in fields && ('recording_msid' in fields || 'recording_mbid' in fields)

/** The format for `feedback.jsonl`, which has no listens. */
export const feedbackFormat = (collector: FeedbackCollector, nowS: number): Format<unknown> => ({
  source: 'listenbrainz',
  read(record) {
    collector.add(record, nowS)
    return []
  },
})

function readFeedback(record: unknown, nowS: number): Sent | undefined {
  const { recording_msid, recording_mbid, score, created, track_metadata } = toFields(record)
  if (score !== 1 && score !== -1) return undefined
  const { artist_name, track_name } = toFields(track_metadata)
  // Checks the time like a listen's.
  const row = toRow({ artist: artist_name ?? '?', title: track_name ?? '?', listenedAt: Number(created) }, nowS)
  if (typeof row === 'string') return undefined
  const isNamed = artist_name !== undefined && track_name !== undefined
  return {
    score,
    createdAt: new Date(row.listenedAt * 1000),
    recordingMbid: toUuid(recording_mbid),
    msid: toUuid(recording_msid),
    names: isNamed ? { artist: row.artist, title: row.title } : undefined,
  }
}

const toUuid = (value: unknown): string | undefined => (isUuid(value) ? value.toLowerCase() : undefined)
