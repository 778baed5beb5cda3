import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** Two records with a sign between them, and below each its member. */
export const pair = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(0, 1fr)',
  placeItems: 'center',
  gap: tokens.space.s,
  textAlign: 'center',
})

const name = style({
  alignSelf: 'start',
  // Large text leaves no more room below a record.
  fontSize: `min(${tokens.type.s}, 4vw)`,
  fontWeight: tokens.weight.bold,
  letterSpacing: tokens.tracking.wide,
  overflowWrap: 'anywhere',
})

export const nameA = style([name, { color: theme.side.a.text }])
export const nameB = style([name, { gridColumn: 3, color: theme.side.b.text }])

/** Beside each other, as high as the taller one; below each other where a track's name has no room. */
export const cards = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(${tokens.size.half}, 1fr))`,
  gap: tokens.space.m,
})

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
export const track = style({
  fontSize: tokens.type.l,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.snug,
})

export const foot = style({ marginBlockStart: 'auto', paddingBlockStart: tokens.space.s })
