import { globalStyle, style } from '@vanilla-extract/css'
import { covering, scrollingRow } from './rules.ts'
import { theme } from './theme.css.ts'
import { media, tokens } from './tokens.css.ts'

/** One row that scrolls sideways: several rows would move when the display font loads. */
export const chips = style(scrollingRow('s'))

export const wrapped = style({ position: 'relative', display: 'flex', flexWrap: 'wrap', gap: tokens.space.s })

globalStyle(`${chips} > *`, { whiteSpace: 'nowrap' })

/** Beside chips with a border an outline is hard to see. */
globalStyle(`:is(${chips}, ${wrapped}) > :is([aria-current="page"], [aria-pressed="true"], :has(> :checked))`, {
  '@media': {
    [media.forcedColors]: { forcedColorAdjust: 'none', background: 'Highlight', color: 'HighlightText' },
  },
})

/** Rows that the display font, which loads later, would break in other places. */
globalStyle(`:root[data-font] ${chips}${chips} > *`, { '@media': { [media.framed]: { fontFamily: tokens.font.body } } })

/** Four filters of a list share two rows. */
globalStyle(`aside ${chips} > *`, { fontSize: tokens.type.s, paddingInline: tokens.space.m })

/** The radio covers its label: invisible, but it receives the focus, the keys and the clicks. */
export const radio = style(covering)

export const radioChip = style({
  position: 'relative',
  selectors: {
    '&:has(:focus-visible)': {
      outline: `${tokens.focus.width} solid ${theme.focus}`,
      outlineOffset: tokens.focus.offset,
    },
  },
})

export const legend = style({ padding: 0, paddingBlockEnd: tokens.space.xs })
