import { style } from '@vanilla-extract/css'
import { inRows } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** With large text the names move below the sleeve. */
export const card = style({
  ...inRows('m'),
  padding: tokens.space.m,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  background: theme.surface.raised,
})

export const words = style({
  display: 'grid',
  justifyItems: 'start',
  gap: tokens.space.xs,
  flex: 1,
  minInlineSize: tokens.size.name,
  overflowWrap: 'anywhere',
})
