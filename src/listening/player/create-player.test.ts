import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aPlayer, path, SilentAudio, silenceAudio, songs } from '#tests/support/silent-audio.ts'
import { createPlayer } from './create-player.ts'
import type { SongPlay } from './player-state.ts'

beforeEach(silenceAudio)

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
