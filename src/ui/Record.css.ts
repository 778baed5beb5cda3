import { keyframes, style } from '@vanilla-extract/css'
import { media, tokens } from './tokens.css.ts'

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

const flip = keyframes({ from: { transform: 'perspective(40rem) rotateY(-180deg)' } })
const slideOut = keyframes({ from: { transform: 'translateX(-45%) rotate(-0.5turn)' } })

const delays = { first: '0ms', second: tokens.motion.calm }

const animated = (animation: string) => style({ animation, '@media': { [media.reducedMotion]: { animation: 'none' } } })

export const flipping = {
  first: animated(`${flip} ${tokens.motion.slow} ${tokens.motion.ease} ${delays.first} backwards`),
  second: animated(`${flip} ${tokens.motion.slow} ${tokens.motion.ease} ${delays.second} backwards`),
}

const slide = (delay: string) =>
  animated(`${slideOut} ${tokens.motion.slow} ${tokens.motion.ease} calc(${tokens.motion.slow} + ${delay}) backwards`)

export const sliding = { first: slide(delays.first), second: slide(delays.second) }
