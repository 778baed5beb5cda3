import { style } from '@vanilla-extract/css'
import { bareButton } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const button = style({
  ...bareButton,
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  blockSize: tokens.size.target,
  inlineSize: tokens.size.target,
  padding: 0,
  borderRadius: tokens.radius.pill,
})

export const loved = style([button, { color: theme.side.a.text }])

/** Does not change the line height. */
export const mark = style({
  display: 'inline-flex',
  flex: 'none',
  marginBlock: `calc(-1 * ${tokens.space.xs})`,
  color: theme.side.a.text,
})
