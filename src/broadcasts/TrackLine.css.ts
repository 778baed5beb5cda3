import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { container, tokens } from '#src/ui/tokens.css.ts'

export const line = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.m,
  padding: tokens.space.s,
  color: 'inherit',
  textDecoration: 'none',
  background: theme.surface.raised,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  selectors: { 'a&:hover, &:has(> a:hover)': { background: theme.surface.hover } },
  '@container': { [container.tight]: { flexWrap: 'wrap', justifyContent: 'space-between' } },
})

export const waiting = style([
  line,
  { borderStyle: 'dashed', borderColor: theme.side.b.text, background: 'transparent' },
])

export const names = style({
  display: 'grid',
  flex: 1,
  minInlineSize: 0,
  // With large text there is no space beside the sleeve: the names go below it.
  '@container': { [container.tight]: { order: 1, flexBasis: '100%' } },
})

/** Fills the line up to the link to the service. */
export const page = style({
  display: 'flex',
  flex: 1,
  alignItems: 'center',
  gap: tokens.space.m,
  minInlineSize: 0,
  color: 'inherit',
  textDecoration: 'none',
  '@container': { [container.tight]: { flexWrap: 'wrap' } },
})

export const service = style({
  display: 'grid',
  flex: 'none',
  placeItems: 'center',
  inlineSize: tokens.size.target,
  blockSize: tokens.size.target,
  color: theme.text.quiet,
})

export const out = style({ color: theme.text.quiet, paddingInlineEnd: tokens.space.s })
