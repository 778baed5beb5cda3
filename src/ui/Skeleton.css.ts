import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const pulse = keyframes({ '50%': { opacity: 0.5 } })

export const skeleton = style({ display: 'flex', flexDirection: 'column', gap: tokens.space.s, minInlineSize: 0 })

export const text = style({ color: theme.text.quiet })

const block = style({
  display: 'block',
  borderRadius: tokens.radius.m,
  background: theme.surface.raised,
  animation: `${pulse} ${tokens.motion.slow} infinite ease-in-out`,
  '@media': {
    [media.reducedMotion]: { animation: 'none' },
    [media.forcedColors]: { border: `${tokens.border.hair} solid GrayText` },
  },
})

/** Heights for a row with a picture, a card, and a figure or chart. */
export const shape = styleVariants({
  row: [block, { blockSize: `calc(${tokens.size.avatarM} + 2 * ${tokens.space.m})` }],
  card: [block, { blockSize: '9rem' }],
  /** Fills a box with a reserved height. */
  fill: [block, { flex: 1 }],
  chart: [block, { blockSize: tokens.size.monthChart }],
})
