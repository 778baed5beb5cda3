import { describe, expect, test } from 'vitest'
import { avatarColours, avatarInk } from '#contract/art/colours.ts'
import { contrast } from './contrast.ts'
import { dark, depthBands, light, ownMark, type SideColours, type ThemeColours } from './palette.ts'

const ofSide = (name: string, side: SideColours, { surface }: ThemeColours): [string, string, string][] => [
  [`${name}: its text on the ground`, side.text, surface.ground],
  [`${name}: its text on raised`, side.text, surface.raised],
  [`${name}: its text on a hovered row`, side.text, surface.hover],
  [`${name}: its text on its tint`, side.onTint, side.tint],
  [`${name}: text on a filled button`, side.on, side.fill],
  [`${name}: text on a hovered button`, side.on, side.fillHover],
]

/** Every text and ground pair that the components use. */
const pairsOf = (theme: ThemeColours): [string, string, string][] => [
  ...Object.entries({ ground: theme.surface.ground, raised: theme.surface.raised, hover: theme.surface.hover }).flatMap(
    ([where, ground]): [string, string, string][] => [
      [`text on ${where}`, theme.text.main, ground],
      [`quiet text on ${where}`, theme.text.quiet, ground],
      [`swag on ${where}`, theme.swag.text, ground],
    ],
  ),
  ...[theme.side.a, theme.side.b, theme.swag, theme.danger].flatMap(({ tint }): [string, string, string][] => [
    [`text on the tint ${tint}`, theme.text.main, tint],
    [`quiet text on the tint ${tint}`, theme.text.quietOnTint, tint],
  ]),
  ['swag on its tint', theme.swag.onTint, theme.swag.tint],
  ['swag on side A', theme.swag.onTint, theme.side.a.tint],
  ['swag on side B', theme.swag.onTint, theme.side.b.tint],
  ['quiet text of a card with a side, where the tint has run out', theme.text.quietOnTint, theme.surface.raised],
  ['swag of a card with a side, where the tint has run out', theme.swag.onTint, theme.surface.raised],
  ['inverted text (tooltip, toast)', theme.surface.ground, theme.text.main],
  ...ofSide('side A', theme.side.a, theme),
  ...ofSide('side B', theme.side.b, theme),
  ...ofSide('danger', theme.danger, theme),
]

test('contrast is what WCAG says: black on white 21, a colour on itself 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrast('#5ad1c4', '#5ad1c4')).toBe(1)
})

describe.each([
  ['dark', dark],
  ['light', light],
])('in the %s theme', (_, theme) => {
  test.each(pairsOf(theme))('%s can be read (4.5:1)', (_name, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  const marks: [string, string][] = [
    ['side A', theme.side.a.fill],
    ['side B', theme.side.b.fill],
    ['danger', theme.danger.fill],
    ['the focus ring', theme.focus],
  ]
  test.each(marks)('icons and borders of %s stand out (3:1)', (_name, mark) => {
    expect(contrast(mark, theme.surface.ground)).toBeGreaterThanOrEqual(3)
    expect(contrast(mark, theme.surface.raised)).toBeGreaterThanOrEqual(3)
  })
})

test.each(avatarColours)('the letter on an avatar of %s can be read (4.5:1)', (ground) => {
  expect(contrast(avatarInk, ground)).toBeGreaterThanOrEqual(4.5)
})

test.each([...depthBands])('what is written on the water from $from to $to can be read (4.5:1)', (band) => {
  expect(contrast(band.ink, band.from)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(band.ink, band.to)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(band.onMark, band.mark)).toBeGreaterThanOrEqual(4.5)
})

test('the own mark can be read in the sea (4.5:1)', () => {
  expect(contrast(ownMark.onMark, ownMark.mark)).toBeGreaterThanOrEqual(4.5)
})
