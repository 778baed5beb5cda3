import { onTestFinished, vi } from 'vitest'
import { createPlayer } from '#src/listening/player/create-player.ts'
import type { SongPlay } from '#src/listening/player/player-state.ts'
import type { LibrarySong } from '#src/listening/player/queue.ts'

/**
 * An audio element without sound: a test sends its events. As in the HTML standard, a time that is
 * set before the metadata is the default playback start position, which a new `src` leaves as it is.
 */
export class SilentAudio extends EventTarget {
  static current: SilentAudio
  loads: string[] = []
  private position = 0
  private startPosition = 0
  private hasMetadata = false
  duration = Number.NaN
  paused = true
  ended = false
  constructor() {
    super()
    SilentAudio.current = this
  }
  set src(path: string) {
    this.loads.push(path)
    this.position = 0
    this.hasMetadata = false
    this.duration = Number.NaN
    this.ended = false
  }
  get currentTime() {
    return this.startPosition === 0 ? this.position : this.startPosition
  }
  set currentTime(position: number) {
    if (this.hasMetadata) this.position = position
    else this.startPosition = position
  }
  play = async () => void (this.paused = false)
  pause = () => {
    if (this.paused) return
    this.paused = true
    this.emit('pause')
  }
  load = () => {}
  removeAttribute = () => {}
  emit = (name: string) => void this.dispatchEvent(new Event(name))
  /** Sounds from its position on, until a position, in seconds. */
  sounds = (until: number, duration: number) => {
    if (!this.hasMetadata) this.position = this.startPosition
    this.startPosition = 0
    this.hasMetadata = true
    this.duration = duration
    this.emit('durationchange')
    this.emit('playing')
    for (; this.currentTime < until; this.emit('timeupdate')) this.currentTime += 1
  }
  end = () => {
    this.ended = true
    this.emit('ended')
  }
}

export const songs: readonly LibrarySong[] = [1, 2, 3].map((id) => ({ id, name: `Song ${id}`, artist: 'Ada' }))
export const path = (id: number) => `/library/songs/${id}`

/** Replaces audio elements, and responds to no request, until the test ends. */
export function silenceAudio() {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('Audio', SilentAudio)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
}

/** A player that plays `songs`, and what it has reported. */
export function aPlayer(at = 0) {
  const listens: SongPlay[] = []
  const starts: SongPlay[] = []
  const player = createPlayer()
  const skipped: string[] = []
  player.setReports({
    onListen: (play) => listens.push(play),
    onStart: (play) => starts.push(play),
    onSkip: ({ name }, reason) => skipped.push(`${name}: ${reason}`),
  })
  onTestFinished(player.close)
  player.start({ songs, at })
  return { player, audio: SilentAudio.current, listens, starts, skipped, state: player.getState }
}

export const respondsWith = (status: number, type = 'application/json') => {
  const request = vi.fn<typeof fetch>(async () => new Response('x', { status, headers: { 'content-type': type } }))
  vi.stubGlobal('fetch', request)
  return request
}
