import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

export const frame = style({
  minBlockSize: '100dvb',
  '@media': {
    [media.wide]: {
      display: 'grid',
      gridTemplateColumns: `${tokens.size.rail} minmax(0, 1fr)`,
      maxInlineSize: `calc(${tokens.size.rail} + ${tokens.size.column} + ${tokens.size.aside} + 2 * ${tokens.space.xxxl})`,
      marginInline: 'auto',
    },
  },
})

/** Without tabs there is no rail either: a single column. */
export const alone = style({ '@media': { [media.wide]: { display: 'block' } } })

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

/**
 * Beside the rail the column has the same position with and without an aside, so it does not jump
 * between screens.
 */
export const besideRail = style({
  '@media': {
    [media.aside]: {
      gridTemplateColumns: `minmax(0, ${tokens.size.column}) minmax(0, ${tokens.size.aside})`,
      justifyContent: 'start',
      gap: tokens.space.xxl,
    },
  },
})

/** Without the rail both are centred. */
export const besideCompany = style({
  '@media': {
    [media.aside]: {
      gridTemplateColumns: `minmax(0, ${tokens.size.column}) minmax(0, ${tokens.size.aside})`,
      gap: tokens.space.xxl,
    },
  },
})

export const content = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minInlineSize: 0,
  inlineSize: '100%',
  maxInlineSize: tokens.size.column,
  marginInline: 'auto',
})

/** Reserves the space covered by the fixed bar, so that no focused element is under it. */
export const aboveTabs = style({
  paddingBlockEnd: `calc(${tokens.size.tabBar} + env(safe-area-inset-bottom))`,
  '@media': { [media.wide]: { paddingBlockEnd: tokens.space.xl } },
})

/**
 * An aside for lists. It is omitted on smaller screens, so all its content is also available
 * elsewhere.
 */
export const aside = style({
  display: 'none',
  '@media': {
    [media.aside]: {
      display: 'block',
      position: 'sticky',
      insetBlockStart: 0,
      alignSelf: 'start',
      maxBlockSize: '100dvb',
      overflowY: 'auto',
      paddingBlock: tokens.space.xl,
      paddingInlineEnd: tokens.space.l,
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
