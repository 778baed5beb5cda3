import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const name = style({ color: 'inherit', overflowWrap: 'anywhere' })

export const quote = style({
  margin: '0',
  paddingInlineStart: tokens.space.m,
  borderInlineStart: `${tokens.border.thick} solid ${theme.surface.line}`,
  overflowWrap: 'anywhere',
})
