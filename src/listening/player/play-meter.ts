import { isListen } from '#contract/listening/music-library.ts'
import type { PlayerPlace, SongPlay } from './player-state.ts'
import type { LibrarySong } from './queue.ts'

export interface MeterReports {
  /** Called once per play, when it has become a listen. */
  readonly onListen: (play: SongPlay) => void
  /** Called once per play, when it sounds. */
  readonly onStart: (play: SongPlay) => void
}

/** Measures for how long one song at a time is heard. A play begins with its first sound. */
export function createPlayMeter(audio: HTMLAudioElement, reports: () => MeterReports | undefined) {
  let play: (SongPlay & { isStarted: boolean; isListen: boolean }) | undefined
  /** Where counting continues, in seconds; undefined while the position jumps. */
  let countedTo: number | undefined
  const readDurationMs = () => (Number.isFinite(audio.duration) ? Math.round(audio.duration * 1000) : 0)
  const resume = () => (countedTo = audio.currentTime)

  return {
    resume,
    interrupt: () => (countedTo = undefined),
    reset: () => (play = undefined),
    hasPlay: () => play !== undefined,
    read: (): PlayerPlace['play'] =>
      play && { startedAt: play.startedAt, playedMs: play.playedMs, isListen: play.isListen },
    restore: (song: LibrarySong, stored: PlayerPlace['play'], durationMs: number) => {
      play = stored && { ...stored, song, durationMs, isStarted: false }
    },
    start: (song: LibrarySong) => {
      resume()
      const durationMs = readDurationMs()
      play ??= { song, startedAt: new Date(), playedMs: 0, durationMs, isStarted: false, isListen: false }
      if (play.isStarted) return
      play.isStarted = true
      reports()?.onStart(play)
    },
    count: () => {
      if (play === undefined || countedTo === undefined) return
      const playedMs = play.playedMs + Math.max(0, audio.currentTime - countedTo) * 1000
      resume()
      play = { ...play, playedMs: Math.round(playedMs), durationMs: readDurationMs() }
      if (play.isListen || !isListen(play)) return
      play.isListen = true
      reports()?.onListen(play)
    },
  }
}
