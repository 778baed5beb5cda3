import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const button = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  blockSize: tokens.size.target,
  inlineSize: tokens.size.target,
  padding: 0,
  color: theme.text.quiet,
  background: 'none',
  border: 'none',
  borderRadius: tokens.radius.pill,
  cursor: 'pointer',
  ':hover': { background: theme.surface.hover },
})

export const loved = style([button, { color: theme.side.a.text }])

/** Does not change the line height. */
export const mark = style({
  display: 'inline-flex',
  flex: 'none',
  marginBlock: `calc(-1 * ${tokens.space.xs})`,
  color: theme.side.a.text,
})
