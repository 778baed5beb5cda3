import { keyframes, style } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { recordSize } from './Record.css.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

/** Between two records. */
export const and = style([
  displayFont,
  { color: theme.swag.text, fontSize: tokens.type.display, fontWeight: tokens.weight.bold },
])

/** Behind the records, which cover it where they touch. */
export const behind = style([
  and,
  {
    position: 'absolute',
    inset: 0,
    zIndex: -1,
    display: 'grid',
    placeItems: 'center',
    // As wide as what the records leave of the picture.
    fontSize: `min(${tokens.type.display}, 12cqi)`,
  },
])

export const picture = style({
  position: 'relative',
  isolation: 'isolate',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  overflow: 'hidden',
  inlineSize: '100%',
  maxInlineSize: `calc(2.4 * ${tokens.size.record})`,
  blockSize: tokens.size.record,
  containerType: 'inline-size',
})

/** From one end of the picture to the other. */
const across = (sign: 1 | -1) =>
  keyframes({
    '0%, 15%': { transform: 'none' },
    '50%': { transform: `translateX(calc(${sign} * (50cqi - 0.5 * ${recordSize}))) scale(0.8)` },
    '85%, 100%': { transform: `translateX(calc(${sign} * (100cqi - ${recordSize})))` },
  })

/** Ends within five seconds, so that it needs no control (WCAG 2.2.2). */
const moving = (sign: 1 | -1) =>
  style({
    animation: `${across(sign)} calc(2.5 * ${tokens.motion.slow}) ease-in-out ${tokens.motion.calm} 2 alternate`,
    '@media': { [media.reducedMotion]: { animation: 'none' } },
  })

export const toB = moving(1)
export const toA = moving(-1)
