import type { LibrarySong, PlayQueue } from './queue.ts'

export interface PlayerState {
  readonly queue: PlayQueue
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** A sentence for the user. Undefined in phase `failed`: the reason is being looked for. */
  readonly failure?: string | undefined
  /** Whether the settings of the library say what to do about `failure`. */
  readonly needsSettings?: boolean
  /** Seconds. `duration` is 0 until it is known. */
  readonly position: number
  readonly duration: number
}

/** Where a list of songs continues, also after a reload. */
export interface PlayerPlace extends Pick<PlayerState, 'queue' | 'position' | 'duration'> {
  /** What has been heard of the current song; undefined before it has begun. */
  readonly play?: { readonly startedAt: Date; readonly playedMs: number; readonly isListen: boolean } | undefined
}

export interface SongPlay {
  readonly song: LibrarySong
  readonly startedAt: Date
  readonly playedMs: number
  /** 0: unknown. */
  readonly durationMs: number
}
