import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const summary = style({
  cursor: 'pointer',
  color: theme.text.quiet,
  paddingBlock: tokens.space.m,
  inlineSize: 'fit-content',
})
export const tableBox = style({ maxBlockSize: `calc(4 * ${tokens.size.area})`, overflowY: 'auto' })
export const table = style({ inlineSize: '100%', borderCollapse: 'collapse' })
export const cell = style({
  paddingBlock: tokens.space.xs,
  textAlign: 'start',
  fontWeight: tokens.weight.normal,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})
