import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

const sideName = style({
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
  letterSpacing: tokens.tracking.wide,
})

export const sideA = style([sideName, { color: theme.side.a.text }])
export const sideB = style([sideName, { color: theme.side.b.text }])

/**
 * The track, in the body font: in the display font, which loads later, a long name takes another
 * number of lines beside the record.
 */
export const name = style({
  fontSize: tokens.type.xl,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.tight,
  letterSpacing: tokens.tracking.tight,
})

/** Below the record, nearer to the card's edge than its text: the link is a touch target. */
export const listen = style({ marginBlockEnd: `calc(-1 * ${tokens.space.m})` })
