import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const row = style({
  ...inRow('s'),
  paddingBlock: tokens.space.s,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const words = style({
  display: 'grid',
  justifyItems: 'start',
  flex: 1,
  minInlineSize: 0,
  overflowWrap: 'anywhere',
})
