import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

const breathe = keyframes({ '50%': { opacity: 0.45 } })

const base = style({
  display: 'block',
  background: theme.surface.line,
  borderRadius: tokens.radius.s,
  animation: `${breathe} ${tokens.motion.breath} ease-in-out infinite`,
})

export const skeleton = styleVariants({
  line: [base, { blockSize: tokens.type.m, inlineSize: '100%' }],
  short: [base, { blockSize: tokens.type.m, inlineSize: '45%' }],
  circle: [
    base,
    { inlineSize: tokens.size.avatarM, blockSize: tokens.size.avatarM, borderRadius: tokens.radius.pill, flex: 'none' },
  ],
  sleeve: [base, { inlineSize: tokens.size.sleeveM, aspectRatio: '1', flex: 'none' }],
  card: [base, { blockSize: tokens.size.sleeveL, inlineSize: '100%', borderRadius: tokens.radius.l }],
})
