import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const list = style({ display: 'flex', flexDirection: 'column', gap: tokens.space.s, minInlineSize: 0 })

export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: tokens.space.m,
  minInlineSize: 0,
})

export const name = style({ color: theme.text.quiet })

export const value = style({
  minInlineSize: 0,
  marginInlineStart: 'auto',
  textAlign: 'end',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
})
