import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const frame = style({ position: 'relative', flex: 1, display: 'flex', minBlockSize: tokens.size.area })

export const log = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minInlineSize: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  // The list itself anchors the scroll position, in every browser.
  overflowAnchor: 'none',
  paddingBlockEnd: tokens.space.s,
  scrollPaddingBlock: tokens.space.s,
  selectors: { '&:focus-visible': { outlineOffset: `calc(-1 * ${tokens.focus.width})` } },
})

/** Aligns a few messages to the bottom. */
export const head = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  minBlockSize: tokens.size.control,
  marginBlockStart: 'auto',
  color: theme.text.quiet,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
})

export const rows = style({ position: 'relative', flex: 'none' })

/** Its offset is measured and set by script. */
export const row = style({ position: 'absolute', insetBlockStart: 0, insetInline: 0 })

export const latest = style({
  position: 'absolute',
  insetBlockEnd: tokens.space.s,
  insetInline: 0,
  display: 'grid',
  justifyContent: 'center',
  pointerEvents: 'none',
})

export const latestButton = style({
  pointerEvents: 'auto',
  background: theme.surface.ground,
  borderRadius: tokens.radius.pill,
})
