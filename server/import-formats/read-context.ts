import type { ListensUpload } from './listens-upload.ts'
import type { TrackArtists } from './track-artists.ts'

/** What a file reader knows besides the bytes. */
export interface ReadContext extends Pick<ListensUpload, 'nowS' | 'timeZone' | 'feedback' | 'moved'> {
  /** Track artists, from other files in the same zip. */
  readonly trackArtists: TrackArtists
  /** Called if the file was cut off. Records before the cut are read. */
  readonly onTruncated: () => void
}
