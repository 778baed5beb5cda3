import { keyframes, style } from '@vanilla-extract/css'
import { media, tokens } from './tokens.css.ts'

export const picture = style({
  display: 'flex',
  justifyContent: 'space-between',
  overflow: 'hidden',
  inlineSize: '100%',
  maxInlineSize: `calc(3 * ${tokens.size.sleeveL})`,
  blockSize: tokens.size.sleeveL,
  containerType: 'inline-size',
})

/** From one end of the picture to the other; a record is 1.33 sleeves wide. */
const across = (sign: 1 | -1) =>
  keyframes({
    '0%, 15%': { transform: 'none' },
    '50%': { transform: `translateX(calc(${sign} * (50cqi - 0.67 * ${tokens.size.sleeveL}))) scale(0.8)` },
    '85%, 100%': { transform: `translateX(calc(${sign} * (100cqi - 1.33 * ${tokens.size.sleeveL})))` },
  })

/** Ends within five seconds, so that it needs no control (WCAG 2.2.2). */
const moving = (sign: 1 | -1) =>
  style({
    animation: `${across(sign)} calc(2.5 * ${tokens.motion.slow}) ease-in-out ${tokens.motion.calm} 2 alternate`,
    '@media': { [media.reducedMotion]: { animation: 'none' } },
  })

export const toB = moving(1)
export const toA = moving(-1)
