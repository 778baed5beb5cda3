import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Overlays the list without taking up space, so that nothing moves when it appears. */
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
