import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const main = style({ flex: 1, display: 'flex', flexDirection: 'column', minInlineSize: 0 })

/** `padded`: content with the gutter around it. `flush`: lists whose lines run from edge to edge. */
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
})

export const header = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: tokens.space.m,
  minBlockSize: tokens.size.tabBar,
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
})

/** Stays at the top while the screen scrolls beneath it. */
export const sticky = style({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: tokens.layer.bar,
  background: theme.surface.ground,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const title = style({
  flex: '1 1 0',
  minInlineSize: 0,
  fontFamily: tokens.font.display,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.tight,
  letterSpacing: tokens.tracking.tight,
  overflowWrap: 'anywhere',
})

export const titleLook = styleVariants({
  large: { fontSize: tokens.type.display },
  normal: { fontSize: tokens.type.xl },
})

export const actions = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.s,
  marginInlineStart: 'auto',
})
