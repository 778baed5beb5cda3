import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

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
