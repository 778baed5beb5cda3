import { toLibrarySongPath } from '#contract/listening/music-library.ts'
import { PLAYER_CHANNEL } from '#contract/storage-names.ts'
import { findFailure, type SongFailure, unplayable } from './find-failure.ts'
import { connectMediaKeys } from './media-session.ts'
import { createPlayMeter, type MeterReports } from './play-meter.ts'
import type { PlayerPlace, PlayerState } from './player-state.ts'
import { type LibrarySong, moveBy, type PlayQueue } from './queue.ts'
import { isSongStored } from './stored-song.ts'

const ATTEMPTS_MAX = 2
/** How many songs that fail are skipped in a row without a press. */
const SKIPS_MAX = 10
/** How long a song may load before that counts as a failure, in ms. */
const PATIENCE_MS = 20_000
/** *Previous* starts the song again after this many seconds. */
const RESTART_S = 3
const EMPTY: PlayQueue = { songs: [], at: 0 }

interface PlayerReports extends MeterReports {
  /** Called for a song that is skipped since it does not play, with the reason. */
  readonly onSkip: (song: LibrarySong, reason: string) => void
}

/** Resolves to the queue at the next song that may play after a failure; undefined without one. */
async function findNext(
  queue: PlayQueue,
  { concerns }: SongFailure,
  hasBegun: boolean,
): Promise<PlayQueue | undefined> {
  if (concerns === 'song') return moveBy(queue, 1)
  // A song that has begun goes on when there is a connection again.
  if (concerns !== 'connection' || hasBegun) return undefined
  for (let next = moveBy(queue, 1); next !== undefined; next = moveBy(next, 1)) {
    const song = next.songs[next.at]
    if (song !== undefined && (await isSongStored(song.id))) return next
  }
  return undefined
}

export type Player = ReturnType<typeof createPlayer>

/** Plays song queues in one audio element. Another tab that plays pauses it. */
export function createPlayer() {
  const audio = new Audio()
  const channel = new BroadcastChannel(PLAYER_CHANNEL)
  const watchers = new Set<() => void>()
  let state: PlayerState = { queue: EMPTY, phase: 'paused', position: 0, duration: 0 }
  let reports: PlayerReports | undefined
  const meter = createPlayMeter(audio, () => reports)
  let attempts = 0
  /** Whether the element has a song: a restored one is loaded at the first press. */
  let isLoaded = false
  /** How many more songs may be skipped: none if a press has chosen the song. */
  let skips = 0
  let patience: ReturnType<typeof setTimeout> | undefined

  const publish = (changed: Partial<PlayerState>) => {
    state = { ...state, ...changed }
    for (const watcher of watchers) watcher()
  }
  const change = (changed: Partial<PlayerState>) => {
    publish(changed)
    clearTimeout(patience)
    if (state.phase === 'loading') patience = setTimeout(() => void fail(), PATIENCE_MS)
    media.show(state)
  }
  const currentSong = () => state.queue.songs[state.queue.at]
  const hasFailed = () => state.phase === 'failed'
  const readDuration = () => (Number.isFinite(audio.duration) ? audio.duration : 0)

  const sound = () => {
    audio.play().catch((error: unknown) => {
      // A press is needed first; every other failure is an `error` event, or a newer song.
      if (error instanceof DOMException && error.name === 'NotAllowedError') change({ phase: 'paused' })
    })
  }
  const load = (from: number) => {
    const song = currentSong()
    if (song === undefined) return
    attempts++
    isLoaded = true
    meter.interrupt()
    audio.src = toLibrarySongPath(song.id)
    // Also 0: a time that was set for a song before its metadata applies to the next `src`.
    audio.currentTime = from
    change({ phase: 'loading', failure: undefined, position: from })
    sound()
  }
  const start = (queue: PlayQueue) => {
    attempts = 0
    meter.reset()
    change({ queue, duration: 0 })
    load(0)
  }
  const fail = async () => {
    const { queue } = state
    const from = state.position
    const song = currentSong()
    if (song === undefined || hasFailed()) return
    change({ phase: 'failed' })
    audio.pause()
    const failure = await findFailure(song.id)
    // Another song, or a press, has replaced the attempt meanwhile.
    if (state.queue !== queue || !hasFailed()) return
    if (failure === undefined && attempts < ATTEMPTS_MAX) return load(from)
    const found = failure ?? unplayable
    const next = skips > 0 ? await findNext(queue, found, meter.hasPlay()) : undefined
    if (state.queue !== queue || !hasFailed()) return
    if (next === undefined) return change({ failure: found.sentence, needsSettings: found.concerns === 'account' })
    skips--
    reports?.onSkip(song, found.sentence)
    start(next)
  }
  const startNext = () => {
    const next = moveBy(state.queue, 1)
    if (next === undefined) return false
    skips = SKIPS_MAX
    start(next)
    return true
  }
  const onPlaying = () => {
    const song = currentSong()
    if (song === undefined) return
    channel.postMessage('playing')
    meter.start(song)
    change({ phase: 'playing', duration: readDuration() })
  }
  const onEnded = () => {
    meter.count()
    if (startNext()) return
    meter.reset()
    change({ phase: 'paused', position: 0 })
    audio.currentTime = 0
  }
  const onTime = () => {
    meter.count()
    if (state.phase === 'playing' || state.phase === 'paused') publish({ position: audio.currentTime })
  }

  const events: Partial<Record<keyof HTMLMediaElementEventMap, () => void>> = {
    playing: onPlaying,
    pause: () => {
      // The event of an earlier attempt may arrive when the next one has begun.
      if (audio.paused && !audio.ended && state.phase !== 'failed') change({ phase: 'paused' })
    },
    waiting: () => {
      if (!audio.paused && state.phase !== 'failed') change({ phase: 'loading' })
    },
    seeking: meter.interrupt,
    seeked: meter.resume,
    durationchange: () => change({ duration: readDuration() }),
    timeupdate: onTime,
    ended: onEnded,
    error: () => void fail(),
  }
  for (const [name, listener] of Object.entries(events)) audio.addEventListener(name, listener)
  channel.onmessage = () => audio.pause()

  const commands = {
    toggle: () => {
      if (state.phase === 'failed' || !isLoaded) {
        attempts = 0
        load(state.position)
      } else if (audio.paused) sound()
      else audio.pause()
    },
    next: () => void startNext(),
    pause: () => audio.pause(),
    previous: () => {
      skips = 0
      const previous = state.position > RESTART_S ? undefined : moveBy(state.queue, -1)
      if (previous !== undefined) start(previous)
      else commands.seek(0)
    },
    /** Seconds. */
    seek: (position: number) => {
      audio.currentTime = position
      change({ position })
    },
  }
  const media = connectMediaKeys(commands)
  return {
    ...commands,
    setReports: (changed: PlayerReports) => void (reports = changed),
    /** Plays a queue; a song that is current already goes on. */
    start: (queue: PlayQueue) => {
      skips = 0
      if (queue.songs[queue.at]?.id !== currentSong()?.id) return start(queue)
      change({ queue })
      if (state.phase === 'failed' || audio.paused) commands.toggle()
    },
    /** Shows a stored place, paused. Nothing is loaded before a press. */
    restore: ({ queue, position, duration, play }: PlayerPlace) => {
      const song = queue.songs[queue.at]
      if (song === undefined) return
      meter.restore(song, play, Math.round(duration * 1000))
      change({ queue, position, duration })
    },
    readPlace: (): PlayerPlace => {
      const { queue, position, duration } = state
      return { queue, position, duration, play: meter.read() }
    },
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    getState: () => state,
    close: () => {
      clearTimeout(patience)
      watchers.clear()
      state = { ...state, queue: EMPTY }
      for (const [name, listener] of Object.entries(events)) audio.removeEventListener(name, listener)
      audio.pause()
      audio.removeAttribute('src')
      audio.load()
      channel.close()
      media.end()
    },
  }
}
