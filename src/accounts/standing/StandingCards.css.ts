import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const cards = style({
  display: 'grid',
  gap: tokens.space.m,
  paddingInline: tokens.gutter,
  paddingBlock: tokens.space.s,
})
