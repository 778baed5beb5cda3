import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const button = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  inlineSize: '100%',
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.s,
  paddingInline: tokens.gutter,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
  color: theme.text.quiet,
  ':hover': { background: theme.surface.hover },
  ':focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
})

/** As wide as the pictures of the broadcasts above and below it. */
export const picture = style({
  display: 'flex',
  justifyContent: 'center',
  flex: 'none',
  inlineSize: tokens.size.avatarM,
})

export const words = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' })

export const chevron = style({
  display: 'flex',
  selectors: { [`${button}[aria-expanded="true"] &`]: { transform: 'rotate(180deg)' } },
})
