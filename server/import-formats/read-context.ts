import type { FeedbackCollector } from './feedback-rows.ts'
import type { MovedCollector } from './moved-records.ts'
import type { TrackArtists } from './track-artists.ts'

/** What a reader of a file knows besides its bytes. */
export interface ReadContext {
  /** The current time, in seconds since 1970. */
  readonly nowS: number
  /** The IANA zone of local times that name no zone. */
  readonly timeZone: string
  /** Artists of tracks, from other files of the same zip. */
  readonly trackArtists: TrackArtists
  /** Collects loved and hated tracks; without it they are no known format. */
  readonly feedback?: FeedbackCollector | undefined
  /** Collects what else an export of Flipside has; without it that is no known format. */
  readonly moved?: MovedCollector | undefined
}
