import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const feed = style({ position: 'relative' })

/** Its offset is measured and set by script. */
export const row = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  // A row that renders again is laid out without its neighbours.
  contain: 'layout',
  ':focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
})

export const foot = style({
  padding: tokens.space.xl,
  color: theme.text.quiet,
  textAlign: 'center',
})
