import { style } from '@vanilla-extract/css'
import { inRow, plainLink } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const list = style({ display: 'grid', gap: tokens.space.s })

export const row = style({ display: 'flex', alignItems: 'center', gap: tokens.space.m, minInlineSize: 0 })

export const track = style({
  ...inRow('m'),
  flex: 1,
  minInlineSize: 0,
  ...plainLink,
  selectors: { 'a&:hover': { textDecoration: 'underline' } },
})
