import type { ListenDetails } from '#server/listening/listens/listen-details.ts'
import type { IgnoreReason } from './relay-failure.ts'

export interface RelayedTrack {
  /** The names as the player sent them. */
  readonly artist: string
  readonly title: string
  readonly details: ListenDetails | undefined
}

export interface RelayedListen extends RelayedTrack {
  readonly id: number
  readonly listenedAt: Date
}

export interface RelayedLove {
  readonly id: number
  /** Null: a recording that belongs to no track here; it has an MBID. */
  readonly artist: string | null
  readonly title: string | null
  readonly recordingMbid: string | null
  readonly score: -1 | 0 | 1
}

/** The outcome of a batch. Listens in neither list stay pending. */
export interface BatchOutcome {
  readonly accepted: readonly number[]
  /** Ids of listens that the service will never accept, with the reason. */
  readonly ignored: readonly (readonly [id: number, reason: IgnoreReason])[]
  /** Whether the service accepts no more listens today. */
  readonly isLimitReached?: boolean
}

export interface RelayTarget {
  /** Submits listens. Throws ServiceFailure or BatchRejected. */
  submit(listens: readonly RelayedListen[]): Promise<BatchOutcome>
  /** Sends the current track. Throws ServiceFailure. */
  playNow(track: RelayedTrack): Promise<void>
  /**
   * Sends a love, a hate, or its end. Throws ServiceFailure, or BatchRejected if the service doesn't
   * know the track or has no loves.
   */
  love(love: RelayedLove): Promise<void>
}
