import { expect, test } from 'vitest'
import { depthText, zoneByPlace } from './zones.ts'

test.for([
  [1, 'Abyss'],
  [2, 'Midnight Zone'],
  [3, 'Midnight Zone'],
  [4, 'Twilight Zone'],
  [5, 'Sunlight Zone'],
  [6, 'Beach Zone'],
  [10, 'Beach Zone'],
  [undefined, 'Beach Zone'],
] as const)('without a depth, place %s among the top artists is the %s', ([place, zone]) => {
  expect(zoneByPlace(place)).toBe(zone)
})

test('a depth is shown in whole per cent, with 100 and 0 only for exact values', () => {
  expect([0, 0.001, 0.29, 0.385, 0.999, 1].map(depthText)).toEqual(['0%', '1%', '29%', '38%', '99%', '100%'])
})
