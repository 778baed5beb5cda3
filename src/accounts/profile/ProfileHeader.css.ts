import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: tokens.space.l,
  paddingBlock: tokens.space.l,
  paddingInline: tokens.gutter,
})

/** A separate line: on a phone there is no room for it beside the picture. */
export const back = style({ flexBasis: '100%', marginBlockEnd: `calc(-1 * ${tokens.space.s})` })

export const words = style({ flex: `1 1 ${tokens.size.words}`, minInlineSize: 0 })

export const name = style({ overflowWrap: 'anywhere' })

export const counts = style({ display: 'flex', flexWrap: 'wrap', columnGap: tokens.space.l })

export const count = style({
  color: theme.text.quiet,
  fontSize: tokens.type.m,
  textDecoration: 'none',
  // A touch target that is high enough, without moving the lines apart.
  paddingBlock: tokens.space.m,
  marginBlock: `calc(-1 * ${tokens.space.s})`,
  '@media': { [media.hover]: { selectors: { '&:hover': { textDecoration: 'underline' } } } },
})

export const number = style({
  color: theme.text.main,
  fontWeight: tokens.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})

/** Reserves the room of a number of two digits, so that nothing moves when it arrives. */
export const room = style({ display: 'inline-block', inlineSize: tokens.space.xl })
