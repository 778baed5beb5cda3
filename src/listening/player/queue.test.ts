import { expect, test } from 'vitest'
import { moveBy, toQueue, toSong } from './queue.ts'

const track = (id: number, links = `deezer:3 library:${id}`) => ({ name: `Song ${id}`, artist: 'Ada', links })
const first = { id: 2, name: 'Song 2', artist: 'Ada' }

test('a queue has the songs of a list that the library has, each once, in their order', () => {
  const { songs, at } = toQueue(first, [track(1), track(9, 'deezer:3'), track(2), track(1), track(3)])
  expect(songs.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(at).toBe(1)
})

test('a song outside the list is played alone', () => {
  expect(toQueue(first, [track(1)])).toEqual({ songs: [first], at: 0 })
  expect(toQueue(first, [])).toEqual({ songs: [first], at: 0 })
})

test('a queue ends at both ends', () => {
  const queue = toQueue(first, [track(1), track(2)])
  expect(moveBy(queue, 1)).toBeUndefined()
  expect(moveBy(queue, -1)).toEqual({ ...queue, at: 0 })
  expect(moveBy({ ...queue, at: 0 }, -1)).toBeUndefined()
})

test.each(['', 'library:', 'library:0', 'library:01', 'library:-3', 'mylibrary:3', 'library:3x', 'spotify:library:3'])(
  'the links "%s" name no song',
  (links) => {
    expect(toSong(track(1, links))).toBeUndefined()
  },
)
