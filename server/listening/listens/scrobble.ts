import type { SkipReason } from '#contract/listening/imports.ts'
import { toTrackName } from '../catalogue/track-name.ts'
import { type ListenDetails, type RawListenDetails, toListenDetails } from './listen-details.ts'
import type { Source } from './sources.ts'

/**
 * One listen from a file or a player, without the rest of its fields: no personal address, device
 * or country.
 */
export interface Scrobble {
  readonly artist: string
  readonly title: string
  /** When the track started, in whole seconds since 1970. */
  readonly listenedAt: number
  readonly details?: ListenDetails
  /** The time that the track was played, if the record has it. */
  readonly playedMs?: number
  /** The listen's source, if the file has one for each listen; otherwise the format decides. */
  readonly source?: Source
}

/** The result of a file record: a listen, or the reason to skip it. */
export type Row = Scrobble | SkipReason

export const isScrobble = (row: Row): row is Scrobble => typeof row !== 'string'

/**
 * Last.fm's oldest listens are from 2002; earlier times come from clocks that were not set and
 * count from 1970.
 */
const OLDEST = Date.UTC(2002, 0, 1) / 1000
/** A time more than a day ahead is invalid. */
const AHEAD_S = 86_400

/** Record fields, with any types. */
export interface RawScrobble {
  readonly artist: unknown
  readonly title: unknown
  /** Seconds since 1970; a fraction is cut off. */
  readonly listenedAt: number
  readonly details?: RawListenDetails
  /** The time that the track was played, in ms. */
  readonly playedMs?: unknown
  /** As in {@link Scrobble}. */
  readonly source?: Source | undefined
}

/** Returns the row of a record. Invalid details never reject a listen. */
export function toRow({ artist, title, listenedAt, details: raw, playedMs, source }: RawScrobble, nowS: number): Row {
  const names = toTrackName({ artist, title })
  if (typeof names === 'string') return names
  if (!(listenedAt >= OLDEST && listenedAt <= nowS + AHEAD_S)) return 'bad_time'
  const isPlayed = typeof playedMs === 'number' && playedMs > 0
  const more = { ...(isPlayed && { playedMs }), ...(source !== undefined && { source }) }
  const row = { ...names, listenedAt: Math.floor(listenedAt), ...more }
  const details = raw && toListenDetails(raw)
  return details === undefined ? row : { ...row, details }
}

/** Returns the fields of a JSON object; an empty object for any other value. */
export const toFields = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {})

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/** Returns the track length, or the time it was played, whichever is longer. */
export const toLengthMs = (details: ListenDetails | undefined, playedMs: number | undefined): number =>
  Math.max(details?.durationMs ?? 0, playedMs ?? 0)
