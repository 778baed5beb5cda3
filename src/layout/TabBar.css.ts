import { globalStyle, style } from '@vanilla-extract/css'
import { disc } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { media, tokens } from '#src/ui/tokens.css.ts'

/** At the foot of a phone; from 900 px a rail at the start. */
export const bar = style({
  position: 'fixed',
  zIndex: tokens.layer.bar,
  insetInline: 0,
  insetBlockEnd: 0,
  background: theme.surface.ground,
  borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}`,
  paddingBlockEnd: 'env(safe-area-inset-bottom)',
  paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)',
  '@media': {
    [media.wide]: {
      position: 'sticky',
      insetBlockStart: 0,
      insetBlockEnd: 'auto',
      alignSelf: 'start',
      display: 'flex',
      flexDirection: 'column',
      gap: tokens.space.xl,
      inlineSize: tokens.size.rail,
      blockSize: '100dvb',
      paddingBlock: tokens.space.xl,
      paddingInline: tokens.space.m,
      overflowY: 'auto',
      borderBlockStart: 'none',
      borderInlineEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
    },
  },
})

/** An open keyboard leaves little height: the bar gives way to the field. */
globalStyle(`html:has(:is(input, textarea):focus) ${bar}`, {
  '@media': { [media.keyboard]: { display: 'none' } },
})

/** The logo, on the rail only. */
export const brand = style({
  display: 'none',
  inlineSize: tokens.size.control,
  '@media': { [media.wide]: { display: 'block' } },
})

export const list = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(4, auto)',
  maxInlineSize: tokens.size.column,
  marginInline: 'auto',
  minBlockSize: tokens.size.tabBar,
  '@media': {
    [media.wide]: { display: 'flex', flexDirection: 'column', gap: tokens.space.xs, marginInline: 0, minBlockSize: 0 },
  },
})

export const tab = style({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: tokens.space.xs,
  minBlockSize: tokens.size.target,
  blockSize: '100%',
  paddingInline: tokens.space.xxs,
  borderRadius: tokens.radius.m,
  color: theme.text.quiet,
  // Four labels side by side on a phone: large text grows until they no longer fit.
  fontSize: `min(${tokens.type.s}, 5.5vw)`,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.tight,
  textAlign: 'center',
  overflowWrap: 'break-word',
  textDecoration: 'none',
  touchAction: 'manipulation',
  selectors: {
    '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` },
    '&[aria-current="page"]': { color: theme.text.main },
  },
  '@media': {
    [media.wide]: {
      flexDirection: 'row',
      justifyContent: 'flex-start',
      gap: tokens.space.m,
      minBlockSize: tokens.size.control,
      paddingInline: tokens.space.m,
      fontSize: tokens.type.l,
      textAlign: 'start',
      selectors: {
        '&:hover': { background: theme.surface.hover },
        '&[aria-current="page"]': { background: theme.surface.raised },
      },
    },
  },
})

/** Below the rail links. */
export const action = style({ paddingBlockStart: tokens.space.l })

export const glyph = style({
  position: 'relative',
  flex: 'none',
  selectors: { [`${tab}[aria-current="page"] &`]: { color: theme.side.a.fill } },
})

export const count = style({
  position: 'absolute',
  insetBlockStart: `calc(-1 * ${tokens.space.s})`,
  insetInlineStart: '60%',
  display: 'flex',
  // On the rail the word is at the end of the icon.
  '@media': { [media.wide]: { insetInlineStart: 'auto', insetInlineEnd: `calc(-1 * ${tokens.space.s})` } },
})

export const dot = style({ ...disc, background: theme.side.a.fill, forcedColorAdjust: 'none' })
