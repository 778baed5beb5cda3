import { expect, test } from 'vitest'
import { fitText } from './draw-picture.ts'

/** Every character is 5 px wide. */
const measure = (text: string) => Array.from(text).length * 5

test('a text that is too wide is cut with an ellipsis, between characters', () => {
  expect(fitText('Rain', 20, measure)).toBe('Rain')
  expect(fitText('Rainfall', 20, measure)).toBe('Rai…')
  expect(fitText('🎧🎧🎧🎧🎧', 20, measure)).toBe('🎧🎧🎧…')
  expect(fitText('Rain', 1, measure)).toBe('…')
})
