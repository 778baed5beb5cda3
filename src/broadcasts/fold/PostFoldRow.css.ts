import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const button = style({
  ...inRow('m'),
  inlineSize: '100%',
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.s,
  paddingInline: tokens.space.m,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.l,
  color: theme.text.quiet,
  // Large text has no room for a long word otherwise.
  '@media': { [media.cramped]: { gap: tokens.space.s, paddingInline: tokens.space.s } },
  ':hover': { background: theme.surface.hover },
  ':focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
})

export const words = style({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' })

export const chevron = style({
  display: 'flex',
  selectors: { [`${button}[aria-expanded="true"] &`]: { transform: 'rotate(180deg)' } },
})
