import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const list = style({ position: 'relative' })

export const foot = style({ padding: tokens.space.l, color: theme.text.quiet, textAlign: 'center' })

/**
 * Its offset is measured and set by script; the space below is part of the row, so that it is
 * measured.
 */
export const row = style({
  position: 'absolute',
  insetBlockStart: 0,
  insetInline: 0,
  paddingBlockEnd: tokens.space.m,
})
