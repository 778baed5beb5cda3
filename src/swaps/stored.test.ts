import { beforeEach, expect, test, vi } from 'vitest'
import {
  NEW_MATCH_KEY,
  PENDING_SWAP_KEY,
  SWAP_ID_KEY,
  SWAP_MATCH_KEY,
  SWAP_TRACK_KEY,
} from '#contract/storage-names.ts'
import { clearMatch, readStored, storeMatch, storePendingId, storeSwapId, storeTrack, wantNewMatch } from './stored.ts'

const texts = new Map<string, string>()
const match = { username: 'mirelle', profileImage: '', swag: 128 }
const track = { id: 3, name: 'Night Bus', artist: 'Lamplight Parade', playCount: 38, url: '', track_url: '' }

beforeEach(() => {
  texts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  })
})

test("the local storage keys and values are the spec's", () => {
  storeMatch(match)
  storeTrack(track)
  storeSwapId(7)
  storePendingId(9)
  wantNewMatch()
  expect(Object.fromEntries(texts)).toEqual({
    [SWAP_MATCH_KEY]: '{"username":"mirelle","profileImage":"","swag":128}',
    [SWAP_TRACK_KEY]: JSON.stringify(track),
    [SWAP_ID_KEY]: '7',
    [PENDING_SWAP_KEY]: '9',
    [NEW_MATCH_KEY]: 'true',
  })
  expect(readStored()).toEqual({ match, track, swapId: 7, pendingId: 9, isNewWanted: true })
})

test('storing a new match clears the flag for one and the id of the last swap', () => {
  storeSwapId(7)
  wantNewMatch()
  storeMatch(match)
  expect(readStored()).toMatchObject({ match, swapId: undefined, isNewWanted: false })
})

test('the back arrow removes the match with its track and swap', () => {
  storeMatch(match)
  storeTrack(track)
  storeSwapId(7)
  clearMatch()
  expect(readStored()).toMatchObject({ match: undefined, track: undefined, swapId: undefined })
})

test.each(['', 'nonsense', '{}', '{"username":""}', '{"username":7}', 'null', '[]'])(
  'a match stored as "%s" counts as absent',
  (text) => {
    texts.set(SWAP_MATCH_KEY, text)
    expect(readStored().match).toBeUndefined()
  },
)

test.each(['', '0', '-3', '1e5', '7.5', 'seven', '99999999999999999999'])(
  'a swap id stored as "%s" counts as absent',
  (text) => {
    texts.set(SWAP_ID_KEY, text)
    texts.set(PENDING_SWAP_KEY, text)
    expect(readStored()).toMatchObject({ swapId: undefined, pendingId: undefined })
  },
)

test('a match without picture and swag, stored by an older build, is valid', () => {
  texts.set(SWAP_MATCH_KEY, '{"username":"bo"}')
  expect(readStored().match).toEqual({ username: 'bo', profileImage: '' })
})

test('only the value "true" requests a new match', () => {
  texts.set(NEW_MATCH_KEY, '1')
  expect(readStored().isNewWanted).toBe(false)
})

test('a browser that denies storage has no stored values', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('blocked')
    },
  })
  expect(readStored()).toEqual({
    match: undefined,
    swapId: undefined,
    isNewWanted: false,
    pendingId: undefined,
    track: undefined,
  })
})
