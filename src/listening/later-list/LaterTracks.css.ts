import { style } from '@vanilla-extract/css'
import { inRows } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** With large text the buttons wrap below the names. */
export const row = style({
  ...inRows('s'),
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const buttons = style({ display: 'flex', gap: tokens.space.s })

export const words = style({
  display: 'grid',
  justifyItems: 'start',
  flex: `1 1 ${tokens.size.name}`,
  minInlineSize: 0,
  overflowWrap: 'anywhere',
})
