import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { disc } from './rules.ts'
import { row } from './Stack.css.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

const base = style([
  displayFont,
  {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.space.s,
    flex: 'none',
    minInlineSize: tokens.size.target,
    maxInlineSize: '100%',
    borderRadius: tokens.radius.pill,
    border: `${tokens.border.hair} solid transparent`,
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.tight,
    textAlign: 'center',
    // A button's words are not broken; the button wraps below its neighbour instead.
    overflowWrap: 'break-word',
    textDecoration: 'none',
    cursor: 'pointer',
    touchAction: 'manipulation',
    userSelect: 'none',
    transition: `background-color ${tokens.motion.quick}`,
    selectors: {
      '&:disabled, &[aria-disabled="true"]:not([aria-busy])': {
        opacity: 0.5,
        cursor: 'not-allowed',
      },
    },
  },
])

const filled = (side: typeof theme.side.a) =>
  style([
    base,
    {
      background: side.fill,
      color: side.on,
      '@media': { [media.hover]: { selectors: { '&:hover:not(:disabled)': { background: side.fillHover } } } },
    },
  ])

const hovered = (colour: string) => ({
  [media.hover]: { selectors: { '&:hover:not(:disabled)': { background: colour } } },
})

/** `primary`: side A. `secondary`: side B. `quiet`: outlined. `text`: bare. `danger`: destroys. */
export const variants = styleVariants({
  primary: [filled(theme.side.a)],
  secondary: [filled(theme.side.b)],
  danger: [filled(theme.danger)],
  quiet: [base, { borderColor: theme.surface.line, color: theme.text.main, '@media': hovered(theme.surface.hover) }],
  text: [base, { color: theme.side.a.text, '@media': hovered(theme.surface.hover) }],
})

export const sizes = styleVariants({
  s: {
    minBlockSize: tokens.size.target,
    paddingInline: tokens.size.buttonRoom,
    paddingBlock: tokens.space.xs,
    fontSize: tokens.type.m,
  },
  m: {
    minBlockSize: tokens.size.control,
    // With large text on a narrow screen, a long word needs the room.
    paddingInline: `min(${tokens.space.xl}, 6.2vw)`,
    paddingBlock: tokens.space.s,
    fontSize: tokens.type.l,
  },
})

/** Fills the width of a column and shares it. It must not grow in a column. */
export const block = style({
  inlineSize: '100%',
  maxInlineSize: tokens.size.column,
  flex: '0 1 auto',
  minInlineSize: 'fit-content',
  // A long name alone is wider than the screen.
  overflowWrap: 'anywhere',
  selectors: { [`${row} > &`]: { flex: '1 1 0' } },
})

export const round = style({ inlineSize: tokens.size.target, blockSize: tokens.size.target, padding: 0 })

/** An icon alone in a list, where a border would be noise. */
export const bare = style({ borderColor: 'transparent', color: theme.text.quiet })

export const busy = style({ cursor: 'progress' })

export const anchor = style({ position: 'relative' })

export const dot = style({
  position: 'absolute',
  // In per cent: with large text the circle grows less than the text.
  insetBlockStart: '18%',
  insetInlineEnd: '18%',
  ...disc,
  background: theme.side.a.fill,
  border: `${tokens.border.hair} solid ${theme.surface.ground}`,
})

export const number = style({
  position: 'absolute',
  insetBlockStart: `calc(-1 * ${tokens.space.xs})`,
  insetInlineStart: '55%',
  display: 'flex',
})

globalStyle(`${base} > svg`, { pointerEvents: 'none' })
