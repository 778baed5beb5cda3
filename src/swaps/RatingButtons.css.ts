import { style } from '@vanilla-extract/css'
import { displayFont } from '#src/ui/display-font.css.ts'
import { covering } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** As high as the numbers. */
export const unheard = style({
  display: 'grid',
  gridAutoRows: `minmax(${tokens.size.control}, auto)`,
  paddingBlock: tokens.space.m,
})

export const buttons = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
  gap: tokens.space.s,
  paddingBlock: tokens.space.m,
})

/** The radio covers its number: invisible, but it receives the focus, the keys and the clicks. */
export const radio = style(covering)

export const button = style([
  displayFont,
  {
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    minBlockSize: tokens.size.control,
    border: `${tokens.border.hair} solid ${theme.surface.line}`,
    borderRadius: tokens.radius.m,
    background: theme.surface.raised,
    fontSize: tokens.type.xl,
    fontWeight: tokens.weight.bold,
    cursor: 'pointer',
    touchAction: 'manipulation',
    transition: `background-color ${tokens.motion.quick}`,
    selectors: {
      '&:has(:checked)': { background: theme.side.b.fill, borderColor: theme.side.b.fill, color: theme.side.b.on },
      '&:has(:focus-visible)': {
        outline: `${tokens.focus.width} solid ${theme.focus}`,
        outlineOffset: tokens.focus.offset,
      },
    },
    '@media': {
      [media.hover]: { selectors: { '&:hover:not(:has(:checked))': { background: theme.surface.hover } } },
      [media.forcedColors]: {
        selectors: { '&:has(:checked)': { outline: `${tokens.border.thick} solid Highlight` } },
      },
    },
  },
])
