import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Below each other where a time with AM or PM would be cut. */
export const times = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(9.25rem, 100%), 1fr))`,
  gap: tokens.space.m,
})
