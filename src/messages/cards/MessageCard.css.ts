import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const card = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  padding: tokens.space.m,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  background: theme.surface.raised,
})

export const words = style({
  display: 'grid',
  justifyItems: 'start',
  minInlineSize: 0,
  overflowWrap: 'anywhere',
})
