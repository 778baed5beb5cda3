import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const name = style({ overflowWrap: 'anywhere' })

export const counts = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', columnGap: tokens.space.l })

export const count = style({
  color: theme.text.quiet,
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

/** Reserves room for two digits, so that nothing moves when the number arrives. */
export const room = style({ display: 'inline-block', inlineSize: tokens.space.xl })

export const swag = style({
  display: 'inline-flex',
  alignItems: 'baseline',
  gap: tokens.space.xs,
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.space.m,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.pill,
  background: theme.swag.text,
  color: theme.surface.ground,
  fontWeight: tokens.weight.bold,
  fontVariantNumeric: 'tabular-nums',
})

/** The room for what is not known yet. */
export const roomOfSwag = style([swag, { visibility: 'hidden' }])
export const roomOfAction = style({ blockSize: tokens.size.control })
