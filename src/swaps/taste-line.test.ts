import { expect, test } from 'vitest'
import { tasteInALine } from './taste-line.ts'

const artists = (...names: string[]) => names.map((name, id) => ({ id, name, plays: 9 - id }))

test('what both play and what is new is said in a line, two names each', () => {
  const shared = artists('Mothlight', 'Nine Rooms', 'Basalt Choir')
  expect(tasteInALine({ shared, only_other: artists('Overpass') }, 'bo')).toBe(
    'You both play Mothlight and Nine Rooms. New to you: Overpass.',
  )
  expect(tasteInALine({ shared: artists('Mothlight'), only_other: [] }, 'bo')).toBe('You both play Mothlight.')
})

test('nothing in common is said as such, and nothing at all is left out', () => {
  expect(tasteInALine({ shared: [], only_other: artists('Overpass') }, 'bo')).toBe(
    'Nothing in common yet. bo plays Overpass.',
  )
  expect(tasteInALine({ shared: [], only_other: [] }, 'bo')).toBeUndefined()
})
