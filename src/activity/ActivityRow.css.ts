import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
  color: 'inherit',
  textDecoration: 'none',
  ':hover': { background: theme.surface.hover },
  selectors: { '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` } },
})

/** The choice of kinds above the list. */
export const groups = style({ paddingBlockStart: tokens.space.m, paddingInline: tokens.gutter })

export const who = style({ position: 'relative', flex: 'none' })

/** What happened, at the corner of the picture. */
export const kind = style({
  position: 'absolute',
  insetBlockEnd: `calc(-1 * ${tokens.space.xs})`,
  insetInlineEnd: `calc(-1 * ${tokens.space.xs})`,
  display: 'grid',
  placeItems: 'center',
  padding: tokens.space.xxs,
  borderRadius: tokens.radius.pill,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  background: theme.surface.raised,
  color: theme.text.quiet,
})

export const words = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' })

export const dot = style({
  flex: 'none',
  inlineSize: tokens.size.dot,
  blockSize: tokens.size.dot,
  borderRadius: tokens.radius.pill,
  background: theme.side.a.fill,
  forcedColorAdjust: 'none',
})

/** The heading of the entries of one age. */
export const age = style({
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
})

export const foot = style({ display: 'grid', justifyContent: 'center', padding: tokens.space.l })
