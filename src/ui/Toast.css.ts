import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { footBar } from './FootBar.css.ts'
import { inRow } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'
import { playerHeight } from './visible-height.ts'

const arrive = keyframes({ from: { opacity: 0, transform: `translateY(${tokens.space.l})` } })
const leave = keyframes({ to: { opacity: 0 } })
/** Starts at the position to which the swipe moved the toast. */
const swipeOut = keyframes({ to: { transform: `translateX(calc(100% + ${tokens.space.xxl}))` } })

/** Above the tab bar on a phone or below a header; in the lower corner on a desktop. */
export const viewport = style({
  position: 'fixed',
  zIndex: tokens.layer.toast,
  insetInline: tokens.gutter,
  insetBlockEnd: `calc(${tokens.size.tabBar} + ${tokens.space.m} + env(safe-area-inset-bottom) + var(${playerHeight}, 0px))`,
  maxInlineSize: tokens.size.toast,
  margin: '0 auto',
  padding: 0,
  outline: 'none',
  selectors: {
    [`:where(:root:has(${footBar})) &`]: {
      insetBlock: `calc(${tokens.size.tabBar} + env(safe-area-inset-top)) auto`,
    },
  },
  '@media': {
    [media.wide]: {
      insetInlineStart: 'auto',
      insetBlock: `auto calc(${tokens.space.xl} + var(${playerHeight}, 0px))`,
      inlineSize: tokens.size.toast,
    },
  },
})

const base = style({
  ...inRow('m'),
  paddingBlock: tokens.space.s,
  paddingInline: `${tokens.space.l} ${tokens.space.s}`,
  minBlockSize: tokens.size.control,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.m,
  boxShadow: `0 ${tokens.space.s} ${tokens.space.xl} ${theme.surface.backdrop}`,
  lineHeight: tokens.leading.snug,
  touchAction: 'pan-y',
  // A swipe with a mouse would select the text.
  userSelect: 'none',
  selectors: {
    '&[data-state="open"]': { animation: `${arrive} ${tokens.motion.calm} ${tokens.motion.ease}` },
    '&[data-state="closed"]': { animation: `${leave} ${tokens.motion.quick}` },
    '&:not([data-swiped])': { transition: `transform ${tokens.motion.quick}` },
    '&[data-swiped][data-state="closed"]': { animation: `${swipeOut} ${tokens.motion.quick}` },
  },
})

export const toast = styleVariants({
  default: [base, { background: theme.text.main, color: theme.surface.ground }],
  destructive: [base, { background: theme.danger.fill, color: theme.danger.on }],
})

export const words = style({ flex: 1, minInlineSize: 0 })

export const title = style({ fontWeight: tokens.weight.bold })

export const description = style({ fontSize: tokens.type.s })

export const press = style([
  displayFont,
  {
    flex: 'none',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minInlineSize: tokens.size.target,
    minBlockSize: tokens.size.target,
    paddingInline: tokens.space.s,
    borderRadius: tokens.radius.pill,
    fontWeight: tokens.weight.bold,
    color: 'inherit',
    selectors: {
      '&:focus-visible': { outlineColor: 'currentColor', outlineOffset: `calc(-1 * ${tokens.focus.width})` },
    },
  },
])

export const underlined = style({ textDecoration: 'underline', textUnderlineOffset: tokens.space.xxs })
