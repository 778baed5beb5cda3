import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const ways = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${tokens.size.words}), 1fr))`,
  gap: tokens.space.s,
})

export const way = style({ display: 'grid', justifyItems: 'center', paddingBlock: tokens.space.xs })
