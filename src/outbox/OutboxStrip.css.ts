import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const strip = style({
  padding: `${tokens.space.s} ${tokens.gutter}`,
  // Below a poster: its screen begins without a gap.
  selectors: { 'header:not([class]) ~ &': { paddingBlock: `0 ${tokens.space.l}` } },
})

/** Generated content, so that a search for text finds the visible strip only. */
export const says = style({ '::before': { content: 'attr(data-says)' } })
