import type { Row } from '#server/listening/listens/scrobble.ts'
import type { Source } from '#server/listening/listens/sources.ts'

export interface FileRows {
  /** Source of the listens, unless a row has its own. */
  readonly source: Source
  readonly rows: readonly Row[]
}

export interface TextReader {
  /**
   * Returns the rows that end in this chunk; undefined while the format is unknown. Throws
   * UnknownFormat.
   */
  push(chunk: Buffer): FileRows | undefined
  /**
   * Returns the last rows, in parts that take little time each, and whether the file was cut off.
   * Throws UnknownFormat if no format was found.
   */
  end(): { readonly last: Iterable<FileRows>; readonly isTruncated: boolean }
}

export function* withSource(source: Source, parts: Iterable<readonly Row[]>): Generator<FileRows> {
  for (const rows of parts) yield { source, rows }
}
