import type { ServiceTrack } from '#contract/listening/track-services.ts'
import type { Scrobble } from './scrobble.ts'
import type { Source } from './sources.ts'

/** The most recorded deletions and corrections of single listens, per member. */
export const CHANGED_MAX = 20_000
export const CORRECTIONS_MAX = 2_000
/** The most links that an import rejects. */
export const REJECTED_LINKS_MAX = 2_000

type TrackName = Pick<Scrobble, 'artist' | 'title'>

/** A single listen that was deleted, or corrected to another track, in another account. */
export interface MovedChange {
  readonly from: TrackName
  /** Undefined: deleted. */
  readonly to: TrackName | undefined
  readonly listenedAt: Date
  readonly source: Source
}

/** A correction for all listens to a track, or to its artist, in another account. */
export interface MovedCorrection {
  readonly from: TrackName
  readonly to: TrackName
  /** Only listens with this album; empty: without one; undefined: any. */
  readonly onAlbum: string | undefined
  /** The new album; empty: none; undefined: each listen retains its own. */
  readonly toAlbum: string | undefined
  /** Whether it corrects the artist alone, of all tracks by it. */
  readonly isOfArtist: boolean
}

/** A link of a track that leads to another song, according to a member in another account. */
export interface MovedRejection {
  readonly track: TrackName
  /** Several if the record does not name the service, and the id has the form of each. */
  readonly links: readonly ServiceTrack[]
}
