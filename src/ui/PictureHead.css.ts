import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { PICTURE_SCRIM } from './picture-scrim.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'
import { visuallyHiddenRules } from './visually-hidden-rules.ts'

const statusBar = 'env(safe-area-inset-top)'

/** When a bar appears: within the last 3rem before `end`. */
const range = (end: string) => ({ animationRange: `calc(${end} - ${tokens.space.xxxl}) calc(${end})` })

const head = style({ display: 'flex', flexDirection: 'column', gap: tokens.space.l, minInlineSize: 0 })

/** A picture up to the edges of the screen, below the buttons in the screen's header. */
export const cover = style([
  head,
  {
    '@media': {
      [media.filled]: {
        marginInline: `calc(-1 * ${tokens.gutter})`,
        marginBlockStart: `calc(-1 * (${tokens.size.header} + ${statusBar}))`,
      },
    },
  },
])

/** Around a poster and its buttons, which have the colours of the theme. */
export const posterFrame = style({
  position: 'relative',
  marginBlock: `calc(-1 * ${statusBar}) ${tokens.space.l}`,
  '@media': { [media.framed]: { marginBlock: tokens.space.l, marginInline: tokens.gutter } },
})

/** A portrait and its name in the middle of a tinted ground. */
export const poster = style([
  head,
  {
    alignItems: 'center',
    paddingBlock: `calc(${tokens.space.xl} + ${statusBar}) ${tokens.space.l}`,
    paddingInline: tokens.gutter,
    textAlign: 'center',
    '@media': { [media.framed]: { borderRadius: tokens.radius.l } },
  },
])

// The screen's title stays for screen readers; the name of the picture takes its place.
const headerAbove = `header:has(~ * ${cover})`
const inSingle = (rules: Parameters<typeof globalStyle>[1]) => ({ '@media': { [media.filled]: rules } })
globalStyle(headerAbove, inSingle({ zIndex: tokens.layer.bar, background: 'none', borderBlockEnd: 'none' }))
globalStyle(`${headerAbove} ~ *`, inSingle({ paddingBlockStart: 0 }))
globalStyle(`${headerAbove} > h1`, inSingle(visuallyHiddenRules))
globalStyle(`${headerAbove} :is(a, button)`, inSingle({ background: theme.surface.ground }))

export const frame = style({
  position: 'relative',
  display: 'grid',
  // The default minimum is the longest word, such as a name.
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'end',
  minBlockSize: tokens.size.headPicture,
  overflow: 'hidden',
  // Where the picture fades out, its colour would remain at rounded corners.
  '@media': { [media.framed]: { borderRadius: `${tokens.radius.l} ${tokens.radius.l} 0 0` } },
})

/** Instead of a picture that is not known yet: as wide as the column that it will be in. */
export const blank = style({
  background: theme.surface.raised,
  '@media': {
    [media.framed]: { borderRadius: tokens.radius.l },
    [media.beside]: { inlineSize: '100%', maxInlineSize: tokens.size.column },
  },
})

/** Fills the frame; what is higher is cut at both ends. */
export const picture = style({ position: 'absolute', inset: 0, display: 'grid', alignContent: 'center' })

globalStyle(`${picture} :is(svg, span)`, { inlineSize: '100%', borderRadius: 0 })

const scrim = `color-mix(in srgb, ${theme.surface.ground} ${PICTURE_SCRIM * 100}%, transparent)`

/** The picture fades out above the name and behind it, so that the name can be read on any picture. */
export const name = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: tokens.space.xs,
  paddingBlock: `${tokens.size.headFade} ${tokens.space.s}`,
  paddingInline: tokens.gutter,
  background: `linear-gradient(transparent, ${scrim} ${tokens.size.headFade}, ${theme.surface.ground})`,
  '@media': { [media.forcedColors]: { background: 'Canvas', paddingBlockStart: tokens.space.m } },
})

globalStyle(`${name} > h2`, { fontWeight: tokens.weight.heavy })

/** Buttons at the upper corners of a poster; on a phone they remain while it scrolls. */
export const corners = style({
  position: 'absolute',
  insetInline: tokens.gutter,
  insetBlockStart: `calc(${tokens.space.m} + ${statusBar})`,
  display: 'flex',
  '@media': { [media.filled]: { position: 'fixed', zIndex: tokens.layer.bar, pointerEvents: 'none' } },
})

globalStyle(`${corners} :is(a, button)`, { background: theme.surface.ground, pointerEvents: 'auto' })

const appear = keyframes({ from: { opacity: 0 }, to: { visibility: 'visible' } })
const bar = style({
  display: 'none',
  '@media': {
    [media.filled]: {
      '@supports': {
        '(animation-timeline: scroll())': {
          display: 'flex',
          alignItems: 'center',
          // A screen too short to scroll has no animation.
          visibility: 'hidden',
          position: 'fixed',
          insetInline: 0,
          insetBlockStart: 0,
          zIndex: tokens.layer.above,
          blockSize: `calc(${tokens.size.header} + ${statusBar})`,
          paddingBlockStart: statusBar,
          background: theme.surface.ground,
          color: theme.text.main,
          borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
          pointerEvents: 'none',
          // Not the shorthand: it would reset the range of the variants.
          animationName: appear,
          animationTimingFunction: 'linear',
          animationFillMode: 'both',
          animationTimeline: 'scroll()',
        },
      },
    },
  },
})

/** The name as CSS text: the heading is in the head. Cut to one line. */
globalStyle(`${bar}::before`, {
  content: 'attr(data-name)',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  fontFamily: tokens.font.display,
  fontSize: tokens.type.xl,
  fontWeight: tokens.weight.bold,
})

/** Room beside buttons at an end of the bar. */
const room = (buttons: 1 | 2) =>
  `calc(${tokens.gutter} + ${buttons} * ${tokens.size.target} + ${buttons - 1} * ${tokens.space.s} + ${tokens.space.m})`

const posterRange = range(`(${tokens.size.avatarXl} + ${tokens.space.xl})`)

/** The bar with the name, once a head has scrolled below it. `tab`: without a way back. */
export const barOf = styleVariants({
  cover: [
    bar,
    range(`(${tokens.size.headPicture} - ${tokens.size.header})`),
    { paddingInlineStart: room(1), paddingInlineEnd: room(2) },
  ],
  poster: [bar, posterRange, { paddingInline: room(1) }],
  tab: [bar, posterRange, { paddingInlineStart: tokens.gutter, paddingInlineEnd: room(1) }],
})

/** At the end, whether or not there is one at the start. */
export const corner = style({ display: 'flex', gap: tokens.space.s, marginInlineStart: 'auto' })

export const words = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  gap: tokens.space.s,
  maxInlineSize: '100%',
})

/** One row with round actions; with large text several. */
export const actions = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(${tokens.size.action}, 1fr))`,
  gap: tokens.space.xxs,
  inlineSize: '100%',
  maxInlineSize: tokens.size.dialog,
  ':empty': { display: 'none' },
  selectors: { [`${cover} > &`]: { paddingInline: tokens.gutter } },
  '@media': {
    [media.framed]: {
      selectors: {
        // Below the start of the name, also if there is only one.
        [`${cover} > &`]: { gridTemplateColumns: `repeat(5, minmax(${tokens.size.action}, 1fr))`, paddingInline: 0 },
      },
    },
  },
})

/** The word below the circle is part of the target. */
export const action = style({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  gap: tokens.space.xs,
  minInlineSize: 0,
})

// A filled variant has its own background, which takes precedence.
globalStyle(`:where(${action}) > a, :where(${action}) > button`, { background: theme.surface.raised })
globalStyle(`${action} > :is(a, button)`, {
  position: 'static',
  inlineSize: tokens.size.control,
  blockSize: tokens.size.control,
  maxInlineSize: '100%',
})
globalStyle(`${action} > :is(a, button)::after`, { content: '""', position: 'absolute', inset: 0 })

export const word = style({
  maxInlineSize: '100%',
  // Five words fit beside each other on the narrowest phone.
  fontSize: `clamp(0.6875rem, 3vw, ${tokens.type.s})`,
  lineHeight: tokens.leading.tight,
  textAlign: 'center',
})
