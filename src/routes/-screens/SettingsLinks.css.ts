import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

/** Rows on one raised ground, with lines between them. */
export const list = style({
  display: 'grid',
  overflow: 'hidden',
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.l,
})

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.control,
  paddingInline: tokens.space.l,
  paddingBlock: tokens.space.s,
  fontWeight: tokens.weight.medium,
  textDecoration: 'none',
  ':hover': { background: theme.surface.hover },
  selectors: {
    '& + &': { borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}` },
    '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
    '&:first-child': { borderStartStartRadius: 'inherit', borderStartEndRadius: 'inherit' },
    '&:last-child': { borderEndStartRadius: 'inherit', borderEndEndRadius: 'inherit' },
  },
})

export const label = style({ flex: 1, minInlineSize: 0, overflowWrap: 'break-word' })

export const arrow = style({ display: 'flex', color: theme.text.quiet, rotate: '-90deg' })
