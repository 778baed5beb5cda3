import { expect, test } from 'vitest'
import { cropSquare, panCrop, wholeCrop } from './crop.ts'

const wide = { width: 400, height: 200 }

test('the initial crop is the largest square in the middle', () => {
  expect(cropSquare(wide, wholeCrop)).toEqual({ x: 100, y: 0, side: 200 })
})

test('the square never leaves the picture, at any position or zoom', () => {
  expect(cropSquare(wide, { across: 7, down: -1, zoom: 2 })).toEqual({ x: 300, y: 0, side: 100 })
  expect(cropSquare(wide, { across: 0, down: 1, zoom: 0.1 })).toEqual({ x: 0, y: 0, side: 200 })
})

test('dragging the picture right by a quarter of the frame moves the square left as much', () => {
  const after = panCrop(wide, wholeCrop, 0.25, 0)
  expect(cropSquare(wide, after)).toEqual({ x: 50, y: 0, side: 200 })
  expect(panCrop(wide, wholeCrop, 9, 9)).toEqual({ across: 0, down: 0.5, zoom: 1 })
})
