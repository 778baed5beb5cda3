import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const words = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'start',
  gap: tokens.space.xs,
  // The links of both cards are on one line.
  blockSize: '100%',
  overflowWrap: 'anywhere',
})

/** The track, in the body font: in the display font, which loads later, a name takes other lines. */
export const name = style({
  fontSize: tokens.type.l,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.snug,
})

export const foot = style({ marginBlockStart: 'auto', paddingBlockStart: tokens.space.s })
