import { style } from '@vanilla-extract/css'
import { avatarColours, avatarInk } from '#contract/art/colours.ts'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const portrait = style({
  display: 'block',
  flex: 'none',
  borderRadius: tokens.radius.pill,
  forcedColorAdjust: 'none',
})

/** Font size of the letter, as a fraction of the avatar's size. */
const LETTER = 0.425

const round = (size: string) =>
  style([portrait, { inlineSize: size, blockSize: size, fontSize: `calc(${size} * ${LETTER})` }])

export const avatar = {
  s: round(tokens.size.avatarS),
  m: round(tokens.size.avatarM),
  l: round(tokens.size.avatarL),
  xl: round(tokens.size.avatarXl),
}

export const picture = style({ inlineSize: '100%', blockSize: '100%', objectFit: 'cover', borderRadius: 'inherit' })

export const system = style({
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  padding: tokens.space.xs,
})

export const letter = style({
  display: 'grid',
  placeItems: 'center',
  color: avatarInk,
  fontFamily: tokens.font.body,
  fontWeight: tokens.weight.bold,
  lineHeight: 1,
})

/** By colour index in the palette. */
export const ground = avatarColours.map((background) => style({ background }))
