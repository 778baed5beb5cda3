import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const bars = style({
  display: 'block',
  inlineSize: '100%',
  blockSize: tokens.size.area,
  fill: theme.side.b.fill,
  forcedColorAdjust: 'none',
})
/** The baseline, also where there are no plays. */
export const ground = style({ fill: theme.surface.line })
