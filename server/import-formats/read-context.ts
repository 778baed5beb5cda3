import type { FeedbackCollector } from './feedback-rows.ts'
import type { MovedCollector } from './moved-records.ts'
import type { TrackArtists } from './track-artists.ts'

/** What a file reader knows besides the bytes. */
export interface ReadContext {
  /** The current time, in seconds since 1970. */
  readonly nowS: number
  /** The IANA zone for local times that name no zone. */
  readonly timeZone: string
  /** Track artists, from other files in the same zip. */
  readonly trackArtists: TrackArtists
  /** Collects loved and hated tracks; without it they are no known format. */
  readonly feedback?: FeedbackCollector | undefined
  /** Collects the other records in a Flipside export; without it they are no known format. */
  readonly moved?: MovedCollector | undefined
  /** Called if the file was cut off. Records before the cut are read. */
  readonly onTruncated: () => void
}
