import { style, styleVariants } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

const base = style({
  flex: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.75,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
})

export const icon = styleVariants({
  m: [base, { inlineSize: tokens.size.icon, blockSize: tokens.size.icon }],
  s: [base, { inlineSize: tokens.size.iconSmall, blockSize: tokens.size.iconSmall }],
})
