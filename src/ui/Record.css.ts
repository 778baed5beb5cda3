import { keyframes, style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

/** A third of the record extends from the sleeve. */
export const record = style({
  position: 'relative',
  flex: 'none',
  inlineSize: `calc(${tokens.size.sleeveL} * 1.33)`,
  blockSize: tokens.size.sleeveL,
})

export const disc = style({
  position: 'absolute',
  insetBlockStart: '4%',
  insetInlineEnd: 0,
  inlineSize: '69%',
  forcedColorAdjust: 'none',
})

export const front = style({ position: 'relative' })

const slideOut = keyframes({ from: { transform: 'translateX(-45%) rotate(-0.5turn)' } })

export const sliding = style({
  animation: `${slideOut} ${tokens.motion.slow} ${tokens.motion.ease} ${tokens.motion.calm} backwards`,
})
