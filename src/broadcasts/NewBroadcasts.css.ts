import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Lies over the list without taking room: nothing moves when it comes. */
export const bar = style({
  position: 'sticky',
  insetBlockStart: tokens.size.tabBar,
  zIndex: tokens.layer.bar,
  blockSize: 0,
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  overflow: 'visible',
})
