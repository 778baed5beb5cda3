import { style } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const person = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.target,
  maxInlineSize: '100%',
  ...plainLink,
  ':hover': { textDecoration: 'underline' },
})

export const name = style({ minInlineSize: 0, overflowWrap: 'anywhere' })
