import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const empty = style({
  display: 'grid',
  // The default minimum is the longest word, such as a name.
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: tokens.space.m,
  paddingBlock: tokens.space.xxxl,
  paddingInline: tokens.space.l,
  textAlign: 'center',
})

export const mark = style({
  display: 'grid',
  placeItems: 'center',
  inlineSize: tokens.size.avatarL,
  blockSize: tokens.size.avatarL,
  border: `${tokens.border.hair} dashed ${theme.text.quiet}`,
  borderRadius: tokens.radius.pill,
  color: theme.text.quiet,
})

/** As wide as its words, also where the same button fills a form. */
globalStyle(`${empty} > :is(a, button)`, { inlineSize: 'auto' })
