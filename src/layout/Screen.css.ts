import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { inRow, inRows } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { container, media, tokens } from '#src/ui/tokens.css.ts'
import { playerHeight, visibleHeight } from '#src/ui/visible-height.ts'

export const main = style({ flex: 1, display: 'flex', flexDirection: 'column', minInlineSize: 0 })

/** As wide as the frame, for content that is arranged side by side. */
export const spread = style({})

/** As tall as the visible page, with a scrolling body. Very low screens scroll. */
export const filling = style({
  flex: 'none',
  blockSize: `calc(var(${visibleHeight}, 100dvb) - env(safe-area-inset-top) - var(${playerHeight}, 0px))`,
  minBlockSize: tokens.size.lowest,
})

/** `padded`: with a gutter. `flush`: rows from edge to edge. `filled`: as tall as the screen. */
export const body = styleVariants({
  padded: {
    flex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.space.l,
    paddingInline: tokens.gutter,
    paddingBlockEnd: tokens.space.xl,
  },
  flush: { flex: 1, display: 'flex', flexDirection: 'column', minInlineSize: 0 },
  filled: { flex: 1, display: 'flex', flexDirection: 'column', minInlineSize: 0, minBlockSize: 0 },
})

/** Content that replaces a list has the gutter. */
globalStyle(`${body.flush} > [role="alert"], ${body.flush} > [role="status"]:not([class])`, {
  marginInline: tokens.gutter,
  marginBlock: tokens.space.l,
})

const pulse = keyframes({ '50%': { opacity: 0.5 } })
/** Below the text of a feed that loads: three cards, as high as broadcasts. Styles alone, for the first chunk. */
const placeholder = `${body.flush} > [data-loading]:not(:empty, :has(*))::after`
const CARD = '16.5rem'
const below = (cards: number) => `0 calc(${cards} * (${CARD} + ${tokens.space.m})) ${theme.surface.raised}`
globalStyle(placeholder, {
  content: '""',
  display: 'block',
  blockSize: CARD,
  marginBlockStart: tokens.space.s,
  // At the edges of broadcasts.
  marginInline: `calc(${tokens.space.m} - ${tokens.gutter})`,
  borderRadius: tokens.radius.l,
  background: theme.surface.raised,
  boxShadow: `${below(1)}, ${below(2)}`,
  animation: `${pulse} ${tokens.motion.slow} infinite ease-in-out`,
  '@media': {
    [media.reducedMotion]: { animation: 'none' },
    [media.forcedColors]: { border: `${tokens.border.hair} solid GrayText` },
  },
})

export const header = style({
  // Lets the title's style depend on the width in letters.
  containerType: 'inline-size',
  ...inRows('m'),
  minBlockSize: tokens.size.tabBar,
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
})

export const underline = style({ borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}` })

/** Sticks to the top, and covers the area under the device's status bar. */
export const sticky = style({
  position: 'sticky',
  insetBlockStart: 0,
  marginBlockStart: 'calc(-1 * env(safe-area-inset-top))',
  paddingBlockStart: `calc(${tokens.space.m} + env(safe-area-inset-top))`,
  zIndex: tokens.layer.bar,
  background: theme.surface.ground,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
  '@media': { [media.low]: { position: 'static' } },
})

/** Under the header line. Weaker than any other rule: a picture goes below the header. */
globalStyle(`:where(${sticky} ~ ${body.padded})`, { paddingBlockStart: tokens.space.m })

export const title = style([
  displayFont,
  {
    // Not narrower than its longest word: the buttons then move below it.
    flex: '1 1 0',
    maxInlineSize: '100%',
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.tight,
    letterSpacing: tokens.tracking.tight,
    overflowWrap: 'break-word',
    // With large text no word fits between two buttons: the title moves below them.
    '@container': { [container.cramped]: { order: 1, flexBasis: '100%' } },
  },
])

/** Beside two buttons of the narrowest phone, and with large text in a line of its own. */
const smaller = {
  [container.narrow]: { fontSize: `min(${tokens.type.xl}, 6vw)` },
  [container.cramped]: { fontSize: `min(${tokens.type.xl}, 9vw)` },
}

export const titleLook = styleVariants({
  // Beside four buttons the feed title would break within its word.
  large: {
    fontSize: tokens.type.display,
    // The app's name is in the rail.
    '@media': { [media.beside]: { fontSize: tokens.type.xl } },
    '@container': smaller,
  },
  normal: {
    fontSize: tokens.type.xl,
    '@container': smaller,
  },
})

/** The app's name above a form for visitors; on a wide window it is in the rail. */
export const brand = style({
  ...inRow('m'),
  justifyContent: 'center',
  fontWeight: tokens.weight.bold,
  '@media': { [media.beside]: { display: 'none' }, [media.keyboard]: { display: 'none' } },
})
export const mark = style({ inlineSize: tokens.size.avatarL, blockSize: tokens.size.avatarL })

export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  alignItems: 'center',
  gap: tokens.space.s,
  marginInlineStart: 'auto',
  '@container': { [container.narrow]: { gap: tokens.space.xs } },
})
