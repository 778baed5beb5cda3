import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'
import { playerHeight } from '#src/ui/visible-height.ts'
import { spread } from './Screen.css.ts'

export const frame = style({
  minBlockSize: '100dvb',
  '@media': {
    [media.wide]: {
      display: 'grid',
      gridTemplateColumns: `${tokens.size.rail} minmax(0, 1fr)`,
      maxInlineSize: `calc(${tokens.size.rail} + ${tokens.size.column} + ${tokens.size.beside} + ${tokens.space.xxl})`,
      marginInline: 'auto',
    },
  },
})

/** A conversation: without tabs, a single column, until it has the rail and the list beside it. */
export const alone = style({
  '@media': { [media.wide]: { display: 'block' }, [media.beside]: { display: 'grid' } },
})

globalStyle(`${alone} > nav`, { display: 'none', '@media': { [media.beside]: { display: 'flex' } } })

export const middle = style({
  display: 'flex',
  flexDirection: 'column',
  minInlineSize: 0,
  minBlockSize: '100dvb',
  paddingBlockStart: 'env(safe-area-inset-top)',
  paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)',
  '@media': {
    [media.wide]: {
      display: 'grid',
      gridTemplateColumns: `minmax(0, ${tokens.size.column})`,
      justifyContent: 'center',
    },
  },
})

/** The column has the same place with and without an aside, so it does not jump. */
export const before = style({
  '@media': {
    [media.beside]: {
      gridTemplateColumns: `minmax(0, ${tokens.size.column}) minmax(${tokens.size.aside}, 1fr)`,
      justifyContent: 'start',
      columnGap: tokens.space.xxl,
    },
  },
})

/** A list at the start, beside what is open in it. */
export const after = style({
  '@media': { [media.beside]: { gridTemplateColumns: `${tokens.size.listed} minmax(0, 1fr)` } },
})

export const content = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minInlineSize: 0,
  inlineSize: '100%',
  maxInlineSize: tokens.size.column,
  marginInline: 'auto',
  '@media': {
    [media.beside]: {
      selectors: {
        [`${after} > &`]: { marginInline: 0 },
        [`&:has(> ${spread})`]: { gridColumn: '1 / -1', maxInlineSize: 'none' },
      },
    },
  },
})

/** Reserves the space covered by the fixed bar, so that no focused element is under it. */
export const aboveTabs = style({
  paddingBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom) + var(${playerHeight}, 0px))`,
  '@media': { [media.wide]: { paddingBlockEnd: `calc(${tokens.space.xl} + var(${playerHeight}, 0px))` } },
})

/** Its content is also available elsewhere: smaller screens omit it. */
export const aside = style({
  display: 'none',
  '@media': {
    [media.beside]: {
      display: 'block',
      position: 'sticky',
      insetBlockStart: 0,
      alignSelf: 'start',
      maxBlockSize: `calc(100dvb - var(${playerHeight}, 0px))`,
      overflowY: 'auto',
      // The rings of focus are not cut.
      scrollPaddingBlock: tokens.space.s,
      marginInlineStart: `calc(-1 * ${tokens.space.s})`,
      paddingInlineStart: tokens.space.s,
      paddingBlock: tokens.space.xl,
      paddingInlineEnd: tokens.gutter,
      selectors: {
        // A visitor's screen that uses the whole width.
        [`${content}:has(> ${spread}) ~ &`]: { display: 'none' },
        [`${after} > &`]: {
          marginInlineStart: 0,
          blockSize: `calc(100dvb - var(${playerHeight}, 0px))`,
          paddingInlineStart: tokens.gutter,
          borderInlineEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
        },
      },
    },
  },
})

export const skip = style({
  position: 'fixed',
  zIndex: tokens.layer.skip,
  insetBlockStart: tokens.space.s,
  insetInlineStart: tokens.space.s,
  padding: tokens.space.m,
  borderRadius: tokens.radius.m,
  background: theme.text.main,
  color: theme.surface.ground,
  fontWeight: tokens.weight.bold,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
})
