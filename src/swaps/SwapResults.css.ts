import { style } from '@vanilla-extract/css'
import { inRows } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const figures = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(${tokens.size.figure}, 1fr))`,
  gap: tokens.space.m,
})

/** The swag before and after, on one line where there is room. */
export const swag = style({ ...inRows('s'), alignItems: 'baseline' })
