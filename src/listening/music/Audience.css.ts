import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const listeners = style({})

/** Portraits, names and an arrow in one row; with large text below each other. */
export const summary = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.target,
  color: theme.text.quiet,
  cursor: 'pointer',
  selectors: { '&::-webkit-details-marker': { display: 'none' } },
})

/** Points up while the list is open. */
globalStyle(`${listeners}[open] > ${summary} > svg`, { rotate: '180deg' })

/** Truncates no name: a long one continues on another line. */
export const sentence = style({
  flex: `1 1 ${tokens.size.name}`,
  minInlineSize: 0,
  fontSize: tokens.type.s,
  overflowWrap: 'anywhere',
})
