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

/** Below the record, nearer to the card's edge than its text: the link is a touch target. */
export const listen = style({ marginBlockEnd: `calc(-1 * ${tokens.space.m})` })
