import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { front, record } from './Record.css.ts'
import { media, tokens } from './tokens.css.ts'

/** Two records fit beside each other; a record is 1.33 sleeves wide. */
const WIDTH = `min(1.33 * ${tokens.size.sleeveL}, 48cqi)`

export const picture = style({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  overflow: 'hidden',
  inlineSize: '100%',
  maxInlineSize: `calc(3 * ${tokens.size.sleeveL})`,
  blockSize: tokens.size.sleeveL,
  containerType: 'inline-size',
})

globalStyle(`${picture} ${record}`, { inlineSize: WIDTH, blockSize: 'auto' })
globalStyle(`${picture} ${front} > *`, { inlineSize: `calc(${WIDTH} / 1.33)` })

/** From one end of the picture to the other. */
const across = (sign: 1 | -1) =>
  keyframes({
    '0%, 15%': { transform: 'none' },
    '50%': { transform: `translateX(calc(${sign} * (50cqi - ${WIDTH} / 2))) scale(0.8)` },
    '85%, 100%': { transform: `translateX(calc(${sign} * (100cqi - ${WIDTH})))` },
  })

/** Ends within five seconds, so that it needs no control (WCAG 2.2.2). */
const moving = (sign: 1 | -1) =>
  style({
    animation: `${across(sign)} calc(2.5 * ${tokens.motion.slow}) ease-in-out ${tokens.motion.calm} 2 alternate`,
    '@media': { [media.reducedMotion]: { animation: 'none' } },
  })

export const toB = moving(1)
export const toA = moving(-1)
