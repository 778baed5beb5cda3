import type { Row } from '#server/listening/listens/scrobble.ts'
import type { Source } from '#server/listening/listens/sources.ts'

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

export const oneToOne = <Record>(source: Source, read: (record: Record) => Row): Format<Record> => ({
  source,
  read: (record) => [read(record)],
})
