import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const figures = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(${tokens.size.figure}, 1fr))`,
  gap: tokens.space.m,
})
