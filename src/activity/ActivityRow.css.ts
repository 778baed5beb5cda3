import { style } from '@vanilla-extract/css'
import { disc, inRows, plainLink } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const row = style({
  ...inRows('m'),
  justifyContent: 'space-between',
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
  ...plainLink,
  ':hover': { background: theme.surface.hover },
  selectors: { '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` } },
})

/** The kind choice above the list. */
export const groups = style({ paddingBlockStart: tokens.space.m, paddingInline: tokens.gutter })

/** The members, above what they did. */
export const who = style({ display: 'block', marginBlockEnd: tokens.space.xs })

export const kind = style({
  position: 'relative',
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  padding: tokens.space.s,
  borderRadius: tokens.radius.pill,
  background: theme.surface.raised,
  color: theme.text.quiet,
})

export const words = style({
  flex: 1,
  minInlineSize: 0,
  overflowWrap: 'anywhere',
  // Large text goes below the icon and the sleeve.
  '@media': { [media.cramped]: { order: 1, flexBasis: '100%' } },
})

export const dot = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInlineEnd: 0,
  ...disc,
  background: theme.side.a.fill,
  forcedColorAdjust: 'none',
})

export const age = style({
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})
