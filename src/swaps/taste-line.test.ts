import { expect, test } from 'vitest'
import { tasteInALine } from './taste-line.ts'

const artists = (...names: string[]) => names.map((name, id) => ({ id, name, plays: 9 - id }))

test('a taste line names two shared and two unshared artists', () => {
  const shared = artists('Mothlight', 'Nine Rooms', 'Basalt Choir')
  expect(tasteInALine({ shared, only_other: artists('Overpass') }, 'bo')).toBe(
    'You both play Mothlight and Nine Rooms. New to you: Overpass.',
  )
  expect(tasteInALine({ shared: artists('Mothlight'), only_other: [] }, 'bo')).toBe('You both play Mothlight.')
})

test('a taste line without shared artists states it, and without any is undefined', () => {
  expect(tasteInALine({ shared: [], only_other: artists('Overpass') }, 'bo')).toBe(
    'Nothing in common yet. bo plays Overpass.',
  )
  expect(tasteInALine({ shared: [], only_other: [] }, 'bo')).toBeUndefined()
})
