import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const group = style({ border: 'none', margin: 0, padding: 0, minInlineSize: 0 })
export const legend = style({
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
  letterSpacing: tokens.tracking.wide,
  paddingBlockEnd: tokens.space.m,
  textTransform: 'uppercase',
})
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.text,
  cursor: 'pointer',
})
