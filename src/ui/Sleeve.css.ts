import { style, styleVariants } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

const base = style({ aspectRatio: '1', flex: 'none', borderRadius: tokens.radius.s, forcedColorAdjust: 'none' })

export const sleeve = styleVariants({
  s: [base, { inlineSize: tokens.size.sleeveS }],
  m: [base, { inlineSize: tokens.size.sleeveM }],
  l: [base, { inlineSize: tokens.size.sleeveL, borderRadius: tokens.radius.m }],
  fill: [base, { inlineSize: '100%', borderRadius: tokens.radius.m }],
})
