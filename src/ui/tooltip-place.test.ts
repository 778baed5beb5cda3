import { expect, test } from 'vitest'
import { placeTooltip } from './tooltip-place.ts'

const tip = { width: 100, height: 30 }

test('it stands centred above its button', () => {
  expect(placeTooltip({ left: 200, top: 300, width: 44, height: 44 }, tip, 390)).toEqual({ left: 172, top: 262 })
})

test('at the top of the screen it goes below', () => {
  expect(placeTooltip({ left: 200, top: 10, width: 44, height: 44 }, tip, 390).top).toBe(62)
})

test('at either edge it stays on the screen', () => {
  expect(placeTooltip({ left: 0, top: 300, width: 44, height: 44 }, tip, 390).left).toBe(8)
  expect(placeTooltip({ left: 346, top: 300, width: 44, height: 44 }, tip, 390).left).toBe(282)
})
