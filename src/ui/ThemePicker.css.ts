import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'
import { inRow } from './rules.ts'

export const legend = style({
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
  letterSpacing: tokens.tracking.wide,
  paddingBlockEnd: tokens.space.m,
  textTransform: 'uppercase',
})
export const option = style({
  ...inRow('m'),
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.text,
  cursor: 'pointer',
})
