import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const feed = style({ position: 'relative' })

/** With further pages: its foot starts below the window, and does not move in it as rows arrive. */
export const openFeed = style([feed, { minBlockSize: '100svh' }])

export const row = style({
  paddingInline: tokens.space.m,
  paddingBlockStart: tokens.space.m,
  // A row that renders again is laid out without its neighbours.
  contain: 'layout',
  ':focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
})

/** Its offset is measured and set by script. */
export const placedRow = style([row, { position: 'absolute', insetBlockStart: 0, insetInline: 0 }])

export const foot = style({
  padding: tokens.space.xl,
  color: theme.text.quiet,
  textAlign: 'center',
})
