import { style, styleVariants } from '@vanilla-extract/css'
import { avatarInk } from './palette.ts'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

const base = style({
  display: 'block',
  flex: 'none',
  borderRadius: tokens.radius.pill,
  overflow: 'hidden',
  forcedColorAdjust: 'none',
})

export const avatar = styleVariants({
  s: [base, { inlineSize: tokens.size.avatarS, blockSize: tokens.size.avatarS }],
  m: [base, { inlineSize: tokens.size.avatarM, blockSize: tokens.size.avatarM }],
  l: [base, { inlineSize: tokens.size.avatarL, blockSize: tokens.size.avatarL }],
})

export const picture = style({ inlineSize: '100%', blockSize: '100%', objectFit: 'cover' })

export const system = style({
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  padding: tokens.space.xs,
})

export const letter = style({
  fill: avatarInk,
  fontFamily: tokens.font.body,
  fontWeight: tokens.weight.bold,
})
