import { style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

export const visuallyHidden = style({
  position: 'absolute',
  inlineSize: tokens.size.speck,
  blockSize: tokens.size.speck,
  margin: `calc(-1 * ${tokens.size.speck})`,
  padding: 0,
  border: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
})
