import { style, styleVariants } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { capitals } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const display = style([
  displayFont,
  {
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.tight,
    letterSpacing: tokens.tracking.tight,
    // Large text leaves a long word no line.
    overflowWrap: 'break-word',
  },
])

export const heading = styleVariants({
  /** The app's name, a screen's own title. */
  display: [display, { fontSize: tokens.type.display }],
  title: [display, { fontSize: tokens.type.xl }],
  row: [display, { fontSize: tokens.type.l }],
  /** Small capitals above a screen section. */
  section: { ...capitals, lineHeight: tokens.leading.snug },
})

export const tone = styleVariants({
  main: { color: theme.text.main },
  quiet: { color: theme.text.quiet },
  a: { color: theme.side.a.text },
  b: { color: theme.side.b.text },
  swag: { color: theme.swag.text },
  danger: { color: theme.danger.text },
  inherit: { color: 'inherit' },
})

export const size = styleVariants({
  s: { fontSize: tokens.type.s },
  m: { fontSize: tokens.type.m },
  l: { fontSize: tokens.type.l },
})

export const strong = style({ fontWeight: tokens.weight.bold })

/** Numbers people compare: swag, counts, percentages. */
export const figure = styleVariants({
  m: [display, { fontSize: tokens.type.l, fontVariantNumeric: 'tabular-nums' }],
  l: [display, { fontSize: tokens.type.xl, fontVariantNumeric: 'tabular-nums' }],
})

/** Two lines with large text, which leaves few letters of a name. */
export const oneLine = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minInlineSize: 0,
  '@media': {
    [media.cramped]: {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
  },
})
