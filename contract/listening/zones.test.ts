import { expect, test } from 'vitest'
import { findZone, zones } from './zones.ts'

test.each([
  [0, 'Beach Zone'],
  [0.08, 'Beach Zone'],
  [1 / 7, 'Beach Zone'],
  [3 / 20, 'Sunlight Zone'],
  [9 / 60, 'Sunlight Zone'],
  [0.21, 'Sunlight Zone'],
  [3 / 10, 'Twilight Zone'],
  [0.38, 'Twilight Zone'],
  [1 / 2, 'Midnight Zone'],
  [0.63, 'Midnight Zone'],
  [3 / 4, 'Abyss'],
  [1, 'Abyss'],
])('a member with a depth of %f is in the %s', (depth, name) => {
  expect(findZone(depth).name).toBe(name)
})

test('each zone begins where the one above it ends', () => {
  for (let known = 1; known <= 400; known++) {
    for (const { name, fromPercent } of zones) {
      const first = Math.ceil((fromPercent * known) / 100)
      expect(findZone(first / known).name === name || first / known >= fromPercent / 100).toBe(true)
      if (first > 0) expect(findZone((first - 1) / known).name).not.toBe(name)
    }
  }
})
