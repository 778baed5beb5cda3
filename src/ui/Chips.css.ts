import { globalStyle, style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

/** One row that scrolls sideways up to the edges of the screen; the focus rings are not cut. */
export const chips = style({
  // Contains what is hidden from sight in a chip.
  position: 'relative',
  display: 'flex',
  gap: tokens.space.s,
  marginInline: `calc(-1 * ${tokens.gutter})`,
  paddingInline: tokens.gutter,
  marginBlock: `calc(-1 * ${tokens.space.xs})`,
  paddingBlock: tokens.space.xs,
  scrollPaddingInline: tokens.gutter,
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollbarWidth: 'none',
})

export const wrapped = style({ position: 'relative', display: 'flex', flexWrap: 'wrap', gap: tokens.space.s })

globalStyle(`${chips} > *`, { whiteSpace: 'nowrap' })
