import { describe, expect, test } from 'vitest'
import { sleevePalettes } from '#contract/art/colours.ts'
import { contrast } from './contrast.ts'
import { dark, light } from './palette.ts'
import { PICTURE_SCRIM } from './picture-scrim.ts'
import { mix, sleeveTint, tintTexts } from './sleeve-tint.ts'

test('a mix has the given share of the first colour', () => {
  expect(mix('#ffffff', '#000000', 1)).toBe('#ffffff')
  expect(mix('#ff8000', '#000000', 0.5)).toBe('#804000')
})

describe.each([...sleevePalettes])('the tint of a sleeve in $base', (colours) => {
  const tint = sleeveTint(colours)

  test('every text on it can be read (4.5:1)', () => {
    for (const ground of [tint.from, tint.to, tint.hover])
      for (const text of [...tintTexts, tint.quiet]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(tint.on, tint.fill)).toBeGreaterThanOrEqual(4.5)
  })

  test('its filled button and the focus ring stand out (3:1)', () => {
    for (const ground of [tint.from, tint.to]) {
      expect(contrast(tint.fill, ground)).toBeGreaterThanOrEqual(3)
      expect(contrast(dark.focus, ground)).toBeGreaterThanOrEqual(3)
    }
  })

  test.each([
    ['dark', dark],
    ['light', light],
  ])('a name over the faded sleeve can be read in the %s theme (4.5:1)', (_, theme) => {
    for (const colour of Object.values(colours)) {
      const faded = mix(theme.surface.ground, colour, PICTURE_SCRIM)
      expect(contrast(theme.text.main, faded)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(theme.text.quiet, theme.surface.ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
