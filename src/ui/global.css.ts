import { globalFontFace, globalStyle, keyframes } from '@vanilla-extract/css'
import './reset.css.ts'
import { inRow } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'
import { playerHeight } from './visible-height.ts'

globalFontFace('Bricolage Grotesque', {
  fontWeight: '200 800',
  fontDisplay: 'swap',
  src: "url('@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2') format('woff2')",
  unicodeRange:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+FEFF, U+FFFD',
})

globalStyle('html', {
  background: theme.surface.ground,
  color: theme.text.main,
  fontFamily: tokens.font.body,
  fontSize: '100%',
  // Body text of 17 px; what is in rem grows with it.
  '@media': { [media.beside]: { fontSize: `${(100 * 17) / 15}%` }, [media.huge]: { fontSize: `${(100 * 20) / 15}%` } },
  lineHeight: tokens.leading.normal,
})

globalStyle('body', { minBlockSize: '100dvb', fontSize: tokens.type.m, overflowWrap: 'break-word' })
globalStyle('h1, h2, h3', { textWrap: 'balance' })

/** In index.html, above the tab bar of its frame. */
globalStyle('#failure:not([hidden])', {
  ...inRow('m'),
  justifyContent: 'space-between',
  position: 'fixed',
  zIndex: tokens.layer.toast,
  insetInline: tokens.gutter,
  insetBlockEnd: `calc(${tokens.size.tabBar} + ${tokens.space.m} + env(safe-area-inset-bottom))`,
  maxInlineSize: tokens.size.toast,
  marginInline: 'auto',
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.space.l,
  borderRadius: tokens.radius.m,
  background: theme.text.main,
  color: theme.surface.ground,
  fontWeight: tokens.weight.bold,
})
globalStyle('#failure a', { ...inRow('m'), flex: 'none', minBlockSize: tokens.size.target, color: 'inherit' })

globalStyle(':focus-visible', {
  outline: `${tokens.focus.width} solid ${theme.focus}`,
  outlineOffset: tokens.focus.offset,
})

/** As in a native app: a pull does not reload, and a long press selects no text. */
globalStyle('html', {
  '@media': { [media.standalone]: { overscrollBehaviorY: 'contain' } },
})
globalStyle('nav, header, button, a, label, [role="tab"], [role="option"]', {
  '@media': { [media.standalone]: { userSelect: 'none', WebkitUserSelect: 'none', WebkitTouchCallout: 'none' } },
})

/**
 * Whatever can be pressed yields while it is: links, buttons, options, and choice labels. A
 * transform would take the target of a link that reaches beyond its box from under the pointer.
 */
globalStyle(
  ':is(a[href], button, summary, [role="option"], label:has([type="radio"], [type="checkbox"])):active:not(:disabled, [aria-disabled="true"])',
  { opacity: 0.65, transition: 'none' },
)
globalStyle('a, button, summary, label, [role="option"]', { WebkitTapHighlightColor: 'transparent' })

/** A heading or landmark that a script focuses after a navigation shows no ring. */
globalStyle('[tabindex="-1"]:not(article):focus-visible', { outline: 'none' })

/** A focused element scrolls into view between the sticky header and the tab bar. */
globalStyle('html', {
  scrollPaddingBlock: `calc(${tokens.size.tabBar} + ${tokens.space.l}) calc(${tokens.size.tabBar} + ${tokens.space.s} + env(safe-area-inset-bottom) + var(${playerHeight}, 0px))`,
})

globalStyle('*, *::before, *::after', {
  '@media': {
    [media.reducedMotion]: {
      animationDuration: '1ms !important',
      // A short duration would turn every style change into a transition, painted a frame later.
      transition: 'none !important',
      scrollBehavior: 'auto',
    },
  },
})

// Forced colours remove the backgrounds that mark what is chosen. The focus retains its own
// outline. A link of the content that leads to the open screen, such as an author, is no choice.
globalStyle(':is(nav [aria-current="page"], [aria-pressed="true"]):not(:focus-visible)', {
  '@media': {
    [media.forcedColors]: {
      outline: `${tokens.border.thick} solid Highlight`,
      outlineOffset: `calc(-1 * ${tokens.border.thick})`,
    },
  },
})

/**
 * Content with an unknown height loads: what follows it appears when it is there (`loadingMarker`).
 * A request that takes longer does not hold the rest of the screen. Replies load inside a
 * broadcast: the next one stays. The wait is a delay, which reduced motion does not shorten.
 */
const delayed = keyframes({ from: { visibility: 'hidden' } })
globalStyle('[data-loading]:empty', { display: 'none' })
globalStyle('main :is([data-loading], :has([data-loading])) ~ :not(article, dialog, dialog *)', {
  animation: `${delayed} 1ms 2s backwards`,
})
