import type { FeedbackCollector } from './feedback-rows.ts'
import type { MovedCollector } from './moved-records.ts'
import type { FileRows } from './text-reader.ts'

export interface Reading extends FileRows {
  /** 0 to 1; undefined if the length is unknown. */
  readonly progress: number | undefined
}

export interface ListensUpload {
  readonly chunks: AsyncIterable<Uint8Array>
  /** In bytes, as declared by the sender. */
  readonly length: number | undefined
  /** Folder for a zip while it is read: its directory is at its end, so it is stored first. */
  readonly spoolDir: string
  /** The current time, in seconds since 1970. */
  readonly nowS: number
  /** The IANA zone for local times in the file that name no zone; UTC if it is unknown. */
  readonly timeZone: string
  /** The maximum size in bytes that a zip may unpack to; `chunks` limits an unpacked upload. */
  readonly maxBytes: number
  /**
   * Called for each chunk that is read or unpacked: lets other imports run, and throws
   * UnreadableFile if this one has run for too long.
   */
  readonly pause: () => Promise<void>
  /** Collects loved and hated tracks. */
  readonly feedback: FeedbackCollector
  /** Collects the other records in a Flipside export. */
  readonly moved: MovedCollector
  /** Receives sentences about the parts that could not be read. */
  readonly notes: string[]
}
