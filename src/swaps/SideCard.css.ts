import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const inside = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: tokens.space.l,
  rowGap: tokens.space.s,
})

/** Beside the sleeve, or below it if large text leaves no room. */
export const words = style({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'start',
  flex: `1 1 ${tokens.size.words}`,
  minInlineSize: 0,
  gap: tokens.space.xs,
  overflowWrap: 'anywhere',
  // No line with the rating alone.
  textWrap: 'pretty',
})

export const who = style({ display: 'flex', alignItems: 'center', gap: tokens.space.s, minInlineSize: 0 })
