import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const frame = style({
  display: 'grid',
  flex: 'none',
  alignContent: 'start',
  position: 'relative',
  borderRadius: tokens.radius.s,
  overflow: 'hidden',
})

/** Covers the sleeve below, with its size. */
export const picture = style({
  position: 'absolute',
  inset: 0,
  inlineSize: '100%',
  blockSize: '100%',
  objectFit: 'cover',
  borderRadius: 'inherit',
})
