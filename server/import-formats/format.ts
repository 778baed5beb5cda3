import type { SkipReason } from '#contract/listening/imports.ts'
import { type RawScrobble, type Row, toRow } from '#server/listening/listens/scrobble.ts'
import type { Source } from '#server/listening/listens/sources.ts'

/** Shorter plays are not listens, unless the track was played to its end. */
export const SHORTEST_MS = 30_000

/** What a record says: a listen with unchecked names and time, or the reason to skip it. */
export type RawRow = RawScrobble | SkipReason

export interface Format<Record> {
  readonly source: Source
  readonly read: (record: Record) => readonly Row[]
  /** Whether the file has no listens, but names tracks for other files. */
  readonly isNamesOnly?: boolean
  /**
   * Returns the rows from records that were waiting for others, at the end of the file: in parts
   * that take little time each.
   */
  readonly finish?: () => Iterable<readonly Row[]>
}

export const oneToOne = <Record>(source: Source, nowS: number, read: (record: Record) => RawRow): Format<Record> => ({
  source,
  read: (record) => [checkRow(read(record), nowS)],
})

export const checkRow = (row: RawRow, nowS: number): Row => (typeof row === 'string' ? row : toRow(row, nowS))

/** Returns a number, or the number in a text of digits; NaN for any other value. */
export const toNumber = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
