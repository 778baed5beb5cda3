import type { Source } from '../sources.ts'
import type { Row } from './scrobble.ts'

/** Rows of a file, in its order. */
export interface FileRows {
  /** Where the listens come from, unless a row says otherwise itself. */
  readonly source: Source
  readonly rows: readonly Row[]
}

/** Reads a text of one format while it arrives. */
export interface TextReader {
  /** Returns the rows that end in this chunk; undefined as long as the format is unknown. Throws UnknownFormat. */
  push(chunk: Buffer): FileRows | undefined
  /** Returns the last rows, and whether the file stopped in the middle. Throws UnknownFormat when no format was found. */
  end(): { readonly last: FileRows | undefined; readonly isCut: boolean }
}
