import { keyframes, style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const round = style({ borderRadius: tokens.radius.pill, overflow: 'hidden', forcedColorAdjust: 'none' })

/** Two side by side fit into a narrow container. */
export const recordSize = `min(${tokens.size.record}, 44cqi)`

const base = style([
  round,
  {
    display: 'grid',
    placeItems: 'center',
    flex: 'none',
    inlineSize: recordSize,
    aspectRatio: '1',
    padding: tokens.space.xxs,
  },
])

const ringed = (colour: string) => style([base, { border: `${tokens.border.thick} solid ${colour}` }])

export const record = { a: ringed(theme.side.a.fill), b: ringed(theme.side.b.fill) }

export const disc = style([round, { gridArea: '1 / 1', inlineSize: '100%' }])
export const label = style([round, { gridArea: '1 / 1', inlineSize: '58%', aspectRatio: '1' }])

const flip = keyframes({ from: { transform: 'perspective(40rem) rotateY(-180deg)' } })

const flippedAfter = (delay: string) =>
  style({
    animation: `${flip} ${tokens.motion.slow} ${tokens.motion.ease} ${delay} backwards`,
    '@media': { [media.reducedMotion]: { animation: 'none' } },
  })

/** One record after the other. */
export const flipping = { a: flippedAfter('0ms'), b: flippedAfter(tokens.motion.calm) }
