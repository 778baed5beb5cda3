import { keyframes, style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { largeTitle } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** Fills the dialog below its title. */
export const story = style({
  display: 'flex',
  flexDirection: 'column',
  gap: tokens.space.m,
  minInlineSize: 0,
  minBlockSize: 0,
})

export const progress = style({ display: 'flex', gap: tokens.space.xs })

const segment = style({ flex: 1, blockSize: tokens.space.xs, borderRadius: tokens.radius.pill })
export const done = style([
  segment,
  { background: theme.text.main, '@media': { [media.forcedColors]: { background: 'Highlight' } } },
])
export const open = style([
  segment,
  { background: theme.surface.line, '@media': { [media.forcedColors]: { background: 'GrayText' } } },
])

const appear = keyframes({ from: { opacity: 0, transform: 'scale(0.97)' } })

export const card = style({
  position: 'relative',
  flex: 1,
  minBlockSize: 0,
  display: 'flex',
  flexDirection: 'column',
  gap: tokens.space.l,
  padding: tokens.space.xl,
  borderRadius: tokens.radius.l,
  overflow: 'auto',
  animation: `${appear} ${tokens.motion.calm} ${tokens.motion.ease}`,
})

export const plain = style({ background: theme.surface.raised })

export const heading = style([displayFont, { ...largeTitle, overflowWrap: 'anywhere' }])

/** Takes what the texts leave; with large text the card scrolls. */
export const art = style({ flex: '1 0 auto', minBlockSize: tokens.size.area, display: 'grid', placeItems: 'center' })

const square = { aspectRatio: '1', inlineSize: 'min(100%, 42dvb)' }
export const one = style(square)
export const many = style({
  ...square,
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: tokens.space.s,
  alignContent: 'center',
})

export const bars = style({
  display: 'flex',
  alignItems: 'end',
  gap: tokens.space.xxs,
  inlineSize: '100%',
  blockSize: 'min(100%, 40dvb)',
})
export const bar = style({
  flex: 1,
  borderRadius: tokens.radius.s,
  background: theme.side.b.fill,
  '@media': { [media.forcedColors]: { background: 'CanvasText' } },
})

const half = style({
  position: 'absolute',
  insetBlock: 0,
  borderRadius: tokens.radius.l,
  selectors: { '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` } },
})
export const before = style([half, { insetInlineStart: 0, inlineSize: '33%' }])
export const after = style([half, { insetInlineEnd: 0, inlineSize: '67%' }])

export const foot = style({
  position: 'relative',
  zIndex: tokens.layer.above,
  alignSelf: 'start',
  display: 'flex',
  flexWrap: 'wrap',
  gap: tokens.space.s,
})
