import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPlayer } from './create-player.ts'
import type { SongPlay } from './player-state.ts'
import type { LibrarySong } from './queue.ts'

/** An audio element without sound: a test sends its events. */
class SilentAudio extends EventTarget {
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

const songs: readonly LibrarySong[] = [1, 2, 3].map((id) => ({ id, name: `Song ${id}`, artist: 'Ada' }))
const path = (id: number) => `/library/songs/${id}`

beforeEach(() => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('Audio', SilentAudio)
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
})

function aPlayer(at = 0) {
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

const respondsWith = (status: number, type = 'application/json') => {
  const request = vi.fn<typeof fetch>(async () => new Response('x', { status, headers: { 'content-type': type } }))
  vi.stubGlobal('fetch', request)
  return request
}

test('a song plays, and the next ones of its list follow to the end', () => {
  const { audio, state, starts } = aPlayer(1)
  audio.sounds(1, 200)
  expect(state()).toMatchObject({ phase: 'playing', duration: 200, position: 1 })
  audio.end()
  audio.sounds(1, 100)
  expect(state().queue.at).toBe(2)
  audio.end()
  expect(state()).toMatchObject({ phase: 'paused', position: 0 })
  expect(audio.loads).toEqual([path(2), path(3)])
  expect(starts.map(({ song }) => song.id)).toEqual([2, 3])
})

test('next and previous move in the list, and previous starts a song again after three seconds', () => {
  const { player, audio, state } = aPlayer(1)
  player.next()
  player.next()
  expect(state().queue.at).toBe(2)
  audio.sounds(10, 200)
  player.previous()
  expect(state()).toMatchObject({ position: 0, queue: { at: 2 } })
  player.previous()
  expect(state().queue.at).toBe(1)
})

test('half of a track is a listen, once', () => {
  const { audio, listens } = aPlayer()
  audio.sounds(99, 200)
  expect(listens).toEqual([])
  audio.sounds(180, 200)
  audio.end()
  expect(listens).toHaveLength(1)
  expect(listens[0]).toMatchObject({ song: songs[0], playedMs: 100_000, durationMs: 200_000 })
})

test('four minutes of a long track are a listen', () => {
  const { audio, listens } = aPlayer()
  audio.sounds(240, 3600)
  expect(listens).toHaveLength(1)
})

test('a jump counts as nothing played', () => {
  const { player, audio, listens } = aPlayer()
  audio.sounds(5, 200)
  audio.emit('seeking')
  player.seek(190)
  audio.emit('seeked')
  audio.sounds(199, 200)
  expect(listens).toEqual([])
})

test('a song that is played again is another listen', () => {
  const { player, audio, listens } = aPlayer(2)
  audio.sounds(60, 100)
  audio.end()
  player.toggle()
  audio.sounds(60, 100)
  expect(listens).toHaveLength(2)
})

test.each([
  [401, 'You are signed out.'],
  [404, 'Your library no longer has this song.'],
  [409, 'Your library rejects the linked account.'],
  [429, 'Too many songs are playing.'],
  [500, 'The server failed to send this song (500).'],
  [502, 'Your library failed to send this song.'],
  [504, 'Your library takes too long to respond.'],
])('a failure with the status %i is explained, and the song is not loaded again', async (status, sentence) => {
  const request = respondsWith(status)
  const { audio, state } = aPlayer()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain(sentence)
  expect(audio.loads).toHaveLength(1)
  expect(request).toHaveBeenCalledOnce()
})

test('a song that breaks off goes on where it was, once', async () => {
  const request = respondsWith(206, 'audio/flac')
  const { audio, state } = aPlayer()
  audio.sounds(30, 200)
  audio.emit('error')
  await expect.poll(() => audio.loads).toHaveLength(2)
  expect(audio.currentTime).toBe(30)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('incomplete')
  expect(audio.loads).toHaveLength(2)
  expect(request).toHaveBeenCalledTimes(2)
})

test("the page of a portal is no connection: the song is not loaded again, and the list isn't skipped", async () => {
  respondsWith(200, 'text/html')
  const { player, audio, state, skipped } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect([audio.loads, skipped]).toEqual([[path(1), path(2)], []])
})

test('without a connection a press tries again, and the next song plays', async () => {
  const { player, audio, state } = aPlayer()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  player.toggle()
  expect(state()).toMatchObject({ phase: 'loading', failure: undefined })
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  player.next()
  audio.sounds(1, 100)
  expect(state()).toMatchObject({ phase: 'playing', failure: undefined })
  expect(audio.loads).toEqual([path(1), path(1), path(2)])
})

test.each([404, 502])('a song that fails with %i in the middle of a list is skipped', async (status) => {
  respondsWith(status)
  const { audio, state, skipped } = aPlayer()
  audio.sounds(1, 100)
  audio.end()
  audio.emit('error')
  await expect.poll(() => state().queue.at).toBe(2)
  expect(skipped).toEqual([expect.stringContaining('Song 2: Your library')])
  audio.sounds(1, 100)
  expect(state().phase).toBe('playing')
})

test('the last song of a list states its failure, and so does one that a press has chosen', async () => {
  respondsWith(404)
  const { player, audio, state, skipped } = aPlayer(1)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('no longer has this song')
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('no longer has this song')
  expect(state().queue.at).toBe(2)
  expect(skipped).toEqual([])
})

test('a library that rejects the account fails once, not for each song', async () => {
  const request = respondsWith(409)
  const { player, audio, state } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('rejects the linked account')
  expect(state().queue.at).toBe(1)
  expect(request).toHaveBeenCalledOnce()
})

test('at most ten songs in a row are skipped', async () => {
  respondsWith(404)
  const { player, audio, state, skipped } = aPlayer()
  player.start({ songs: Array.from({ length: 30 }, (_, id) => ({ id: id + 100, name: 'x', artist: 'y' })), at: 0 })
  player.next()
  for (let at = 1; at <= 10; at++) {
    audio.emit('error')
    await expect.poll(() => state().queue.at).toBe(at + 1)
  }
  audio.emit('error')
  await expect.poll(() => state().failure).toBeDefined()
  expect(skipped).toHaveLength(10)
})

test('without a connection the next stored song of the list plays', async () => {
  vi.stubGlobal('caches', { match: async (address: string) => (address === path(3) ? new Response('x') : undefined) })
  const { audio, state, skipped } = aPlayer()
  audio.sounds(1, 100)
  audio.end()
  audio.emit('error')
  await expect.poll(() => state().queue.at).toBe(2)
  expect(skipped).toEqual([expect.stringContaining('Song 2: There is no connection')])
})

test('without a connection and a stored song the next one waits for the connection', async () => {
  const { player, audio, state } = aPlayer()
  player.next()
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect(state().queue.at).toBe(1)
})

test('a song that loses the connection after it has begun is not skipped', async () => {
  vi.stubGlobal('caches', { match: async () => new Response('x') })
  const { player, audio, state } = aPlayer()
  player.next()
  audio.sounds(5, 100)
  audio.emit('error')
  await expect.poll(() => state().failure).toContain('There is no connection')
  expect(state()).toMatchObject({ position: 5, queue: { at: 1 } })
})

test('keys of the device play and pause, and a pause of what is paused starts nothing', () => {
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {}
  const session = {
    metadata: null as { artwork?: readonly { src: string }[] } | null,
    playbackState: 'none',
    setActionHandler: (action: MediaSessionAction, handler: MediaSessionActionHandler | null) =>
      (handlers[action] = handler),
  }
  vi.stubGlobal('navigator', { mediaSession: session })
  vi.stubGlobal('MediaMetadata', function (this: object, fields: object) {
    Object.assign(this, fields)
  })
  const { audio, state } = aPlayer()
  audio.sounds(1, 100)
  expect(session.metadata?.artwork?.map(({ src }) => src)).toEqual([`${path(1)}/cover`])
  const press = (action: 'play' | 'pause' | 'nexttrack') => handlers[action]?.({ action })
  press('play')
  expect(state().phase).toBe('playing')
  press('pause')
  press('pause')
  expect([audio.paused, state().phase, session.playbackState]).toEqual([true, 'paused', 'paused'])
  press('play')
  expect(audio.paused).toBe(false)
  press('nexttrack')
  expect(state().queue.at).toBe(1)
})

test('a song that does not begin for twenty seconds has failed', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  respondsWith(504)
  const { state } = aPlayer()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(state().phase).toBe('loading')
  await vi.advanceTimersByTimeAsync(2000)
  expect(state().failure).toBe('Your library takes too long to respond.')
})

test('a song that plays in another tab pauses this one', async () => {
  const first = aPlayer()
  first.audio.sounds(1, 100)
  const second = aPlayer()
  second.audio.sounds(1, 100)
  await expect.poll(() => first.state().phase).toBe('paused')
  expect(second.state().phase).toBe('playing')
})

test('a restored place loads nothing before a press, then goes on there, and its play is not counted twice', () => {
  const { player, audio, state, listens, starts } = aPlayer(1)
  audio.sounds(120, 200)
  const place = player.readPlace()
  expect(place).toMatchObject({ position: 120, duration: 200, play: { isListen: true, playedMs: 120_000 } })
  const restored = createPlayer()
  onTestFinished(restored.close)
  const reports = { onListen: vi.fn<() => void>(), onStart: vi.fn<() => void>(), onSkip: () => {} }
  restored.setReports(reports)
  restored.restore(place)
  const { current } = SilentAudio
  expect(current.loads).toEqual([])
  expect(restored.getState()).toMatchObject({ phase: 'paused', position: 120, duration: 200, queue: state().queue })
  restored.toggle()
  expect([current.loads, current.currentTime]).toEqual([[path(2)], 120])
  current.sounds(200, 200)
  expect([reports.onStart.mock.calls.length, reports.onListen.mock.calls.length]).toEqual([1, 0])
  expect([starts.length, listens.length]).toEqual([1, 1])
  current.end()
  current.sounds(60, 100)
  expect(reports.onListen).toHaveBeenCalledOnce()
})

test('what was heard before a reload counts towards the listen', () => {
  const { player, audio } = aPlayer()
  audio.sounds(60, 200)
  const restored = createPlayer()
  onTestFinished(restored.close)
  const onListen = vi.fn<(play: SongPlay) => void>()
  restored.setReports({ onListen, onStart: () => {}, onSkip: () => {} })
  const place = player.readPlace()
  restored.restore(place)
  restored.toggle()
  SilentAudio.current.sounds(101, 200)
  expect(onListen).toHaveBeenCalledOnce()
  expect(onListen.mock.calls[0]?.[0]).toMatchObject({ startedAt: place.play?.startedAt, playedMs: 100_000 })
})

test('a closed player requests nothing more', async () => {
  const request = respondsWith(206, 'audio/flac')
  const { player, audio } = aPlayer()
  audio.emit('error')
  player.close()
  await expect.poll(() => request.mock.results).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(audio.loads).toHaveLength(1)
})
