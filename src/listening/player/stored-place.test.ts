import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MEMBER_KEY, PLAYER_KEY } from '#contract/storage-names.ts'
import { SilentAudio } from '#tests/support/silent-audio.ts'
import { createPlayer } from './create-player.ts'
import { followPlace } from './follow-place.ts'
import type { PlayerPlace } from './player-state.ts'
import { deletePlace, readPlace, storePlace } from './stored-place.ts'

const texts = new Map<string, string>()
const signIn = (username: string) => texts.set(MEMBER_KEY, JSON.stringify({ username }))

beforeEach(() => {
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  })
  signIn('ada')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
})

const songs = Array.from({ length: 1000 }, (_, at) => ({ id: at + 1, name: `Song ${at}`, artist: 'Bo' }))
const place = (at = 1): PlayerPlace => ({
  queue: { songs: songs.slice(0, 3), at },
  position: 61.5,
  duration: 200,
  play: { startedAt: new Date('2026-11-28T10:00:00Z'), playedMs: 61_500, isListen: false },
})

test('a stored place is read as it was, by its member alone', () => {
  storePlace('ada', place())
  expect(readPlace('ada')).toEqual(place())
  expect(readPlace('bo')).toBeUndefined()
  expect(readPlace(null)).toBeUndefined()
  deletePlace()
  expect(readPlace('ada')).toBeUndefined()
})

test.each([0, 30, 500, 999])('of a long list, from song %i on, the songs around the current one are stored', (at) => {
  storePlace('ada', { ...place(), queue: { songs, at } })
  const { queue } = readPlace('ada') ?? place()
  expect(queue.songs[queue.at]).toEqual(songs[at])
  expect(queue.songs.length).toBeLessThanOrEqual(200)
  expect(queue.songs[0]).toEqual(songs[Math.max(0, at - 50)])
})

test('a place of a member who has signed out is not stored', () => {
  signIn('bo')
  storePlace('ada', place())
  expect(texts.has(PLAYER_KEY)).toBe(false)
})

test('a place expires after 30 days', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  storePlace('ada', place())
  vi.setSystemTime(Date.now() + 30 * 86_400_000 + 1)
  expect(readPlace('ada')).toBeUndefined()
})

test.each([
  'x',
  '[]',
  JSON.stringify({ member: 'ada', storedAt: Date.now(), songs: [], at: 0, position: 0, duration: 0 }),
  JSON.stringify({ member: 'ada', storedAt: Date.now(), songs: [songs[0]], at: 0, position: -1, duration: 0 }),
  JSON.stringify({ member: 'ada', storedAt: Date.now(), songs: [{ id: '../x' }], at: 0, position: 0, duration: 0 }),
  JSON.stringify({ member: 'ada', storedAt: Date.now(), songs, at: 0, position: 0, duration: 0 }),
])('the invalid text %.40s is no place', (text) => {
  texts.set(PLAYER_KEY, text)
  expect(readPlace('ada')).toBeUndefined()
})

test('a full or forbidden storage stores nothing, and the player goes on', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: refuse,
    removeItem: refuse,
  })
  storePlace('ada', place())
  deletePlace()
  expect(readPlace('ada')).toBeUndefined()
})

test('a tab stores its place as it changes, and one that only shows a place stores nothing', () => {
  vi.stubGlobal('Audio', SilentAudio)
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', page)
  const player = createPlayer()
  onTestFinished(player.close)
  player.restore(place())
  onTestFinished(followPlace(player, 'ada'))
  page.dispatchEvent(new Event('pagehide'))
  expect(texts.has(PLAYER_KEY)).toBe(false)
  player.next()
  expect(readPlace('ada')).toMatchObject({ queue: { at: 2 }, position: 0 })
  player.seek(4)
  expect(readPlace('ada')).toMatchObject({ position: 0 })
  player.seek(5)
  expect(readPlace('ada')).toMatchObject({ position: 5 })
})
