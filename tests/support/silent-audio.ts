import { onTestFinished, vi } from 'vitest'
import { createPlayer } from '#src/listening/player/create-player.ts'
import type { SongPlay } from '#src/listening/player/player-state.ts'
import type { LibrarySong } from '#src/listening/player/queue.ts'

/** An audio element without sound: a test sends its events. */
export class SilentAudio extends EventTarget {
  static current: SilentAudio
  loads: string[] = []
  currentTime = 0
  duration = Number.NaN
  paused = true
  ended = false
  constructor() {
    super()
    SilentAudio.current = this
  }
  set src(path: string) {
    this.loads.push(path)
    this.currentTime = 0
    this.duration = Number.NaN
    this.ended = false
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
