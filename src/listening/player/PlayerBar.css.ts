import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { inRow, plainLink } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { container, media, tokens } from '#src/ui/tokens.css.ts'

const frame = `(${tokens.size.rail} + ${tokens.size.column} + ${tokens.size.beside} + ${tokens.space.xxl})`
const EDGE = tokens.space.s

/** From 900 px as wide as the column of the frame, at its foot. */
const base = style({
  position: 'fixed',
  zIndex: tokens.layer.bar,
  insetInline: `calc(${EDGE} + env(safe-area-inset-left)) calc(${EDGE} + env(safe-area-inset-right))`,
  maxInlineSize: `calc(${tokens.size.column} - 2 * ${EDGE})`,
  marginInline: 'auto',
  containerType: 'inline-size',
  viewTransitionName: 'player',
  borderRadius: tokens.radius.m,
  boxShadow: `0 0 ${tokens.space.l} ${theme.surface.backdrop}`,
  '@media': {
    [media.keyboard]: {
      selectors: { 'html:has(:is(input:not([type="range"]), textarea):focus) &': { display: 'none' } },
    },
    // There the tint disappears, and what is below would be visible.
    [media.forcedColors]: { selectors: { '&&': { background: 'Canvas' } } },
  },
})

/** It does not move between screens, as the tabs. */
globalStyle('::view-transition-old(player)', { display: 'none' })
globalStyle('::view-transition-new(player)', { animation: 'none' })

const besideRail = {
  insetInlineStart: `calc(max(0px, (100vw - ${frame}) / 2) + ${tokens.size.rail} + ${EDGE})`,
  insetBlockEnd: EDGE,
}
/** The column is narrower where the aside needs its room. */
const besideAside = {
  ...besideRail,
  marginInline: 0,
  maxInlineSize: `calc(min(${tokens.size.column}, 100vw - ${tokens.size.rail} - ${tokens.space.xxl} - ${tokens.size.aside}) - 2 * ${EDGE})`,
}
const atFoot = `calc(${EDGE} + env(safe-area-inset-bottom))`

export const bar = styleVariants({
  /** Above the tab bar. */
  above: [
    base,
    {
      insetBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom))`,
      '@media': { [media.wide]: besideRail, [media.beside]: besideAside },
    },
  ],
  /** A screen without tabs, until it has the rail. */
  alone: [base, { insetBlockEnd: atFoot, '@media': { [media.beside]: besideAside } }],
})

export const inside = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: tokens.space.s,
  padding: tokens.space.xs,
})

export const song = style({
  flex: '2 1 6rem',
  ...inRow('s'),
  minInlineSize: 0,
  ...plainLink,
  textAlign: 'start',
  '@container': {
    // Without the sleeve.
    [container.narrow]: { paddingInlineStart: tokens.space.s },
    [container.cramped]: { flexBasis: '100%', paddingInlineStart: 0 },
  },
})

/** On the narrowest phone the name needs its room. */
export const sleeve = style({
  flex: 'none',
  inlineSize: tokens.size.target,
  '@container': {
    [container.narrow]: { display: 'none' },
    [container.cramped]: { display: 'revert' },
  },
})

export const names = style({ display: 'grid', minInlineSize: 0 })

/** One line each also with large text: the bar leaves the screen its height. */
globalStyle(`${names} > span`, { WebkitLineClamp: 1 })

/** In the large view: as wide as it is, but low enough for the buttons below. */
export const cover = style({ inlineSize: 'min(100%, 44dvb)', aspectRatio: '1', marginInline: 'auto' })

export const page = style({ color: 'inherit', textDecoration: 'none' })

export const large = style({ display: 'flex', justifyContent: 'center', gap: tokens.space.xl })

export const next = style({
  display: 'grid',
  inlineSize: '100%',
  minBlockSize: tokens.size.target,
  paddingBlock: tokens.space.xs,
  textAlign: 'start',
})

export const buttons = style({
  display: 'flex',
  alignItems: 'center',
  // On a phone four targets leave more room for the names side by side.
  columnGap: 0,
  marginInlineStart: 'auto',
})

/** In one row with the song where there is room. */
export const seek = style({
  flex: '1 0 100%',
  ...inRow('s'),
  paddingInline: tokens.space.s,
  // Not in the large view, which is in the same container.
  '@container': { '(min-width: 32rem)': { selectors: { ':not(dialog *)&': { flex: '1 1 10rem', order: 1 } } } },
})

export const slider = style({
  flex: 1,
  // Otherwise its own width, which is too much beside large text.
  inlineSize: 0,
  minInlineSize: 0,
  // A target above and below the line; it overlaps the space around it only.
  blockSize: tokens.size.target,
  marginBlock: `calc(-1 * ${tokens.space.s})`,
  accentColor: theme.side.b.fill,
  // The bar is dark in both themes; the large view is not.
  selectors: { ':not(dialog *)&': { colorScheme: 'dark' } },
  touchAction: 'pan-y',
})

/** The reason, and the button beside it where there is room. */
export const failure = style({
  flex: '1 1 100%',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: tokens.space.s,
  selectors: { ':not(dialog *)&': { paddingInlineStart: tokens.space.s } },
})

export const reason = style({ flex: `1 1 ${tokens.size.words}`, fontSize: tokens.type.s })
