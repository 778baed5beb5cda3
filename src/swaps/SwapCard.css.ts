import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** Wraps below the picture if large text leaves no room for a name beside it. */
export const words = style({
  display: 'grid',
  // Breaks a long name, so that the card is not wider than the screen.
  gridTemplateColumns: 'minmax(0, 1fr)',
  flex: `1 1 ${tokens.size.name}`,
  minInlineSize: 0,
  rowGap: tokens.space.xxs,
})

export const foot = style({
  display: 'grid',
  gap: tokens.space.xxs,
  paddingBlockStart: tokens.space.s,
  borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const note = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.s,
  color: theme.swag.text,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})

export const refused = style([note, { color: theme.danger.text }])
