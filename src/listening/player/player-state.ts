import type { LibrarySong, PlayQueue } from './queue.ts'

export interface PlayerState {
  readonly queue: PlayQueue
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** A sentence for the user. Undefined in phase `failed`: the reason is being looked for. */
  readonly failure?: string | undefined
  /** Seconds. `duration` is 0 until it is known. */
  readonly position: number
  readonly duration: number
}

export interface SongPlay {
  readonly song: LibrarySong
  readonly startedAt: Date
  readonly playedMs: number
  /** 0: unknown. */
  readonly durationMs: number
}
