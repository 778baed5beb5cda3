import { style, styleVariants } from '@vanilla-extract/css'
import { plainLink } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const list = style({ display: 'grid', gap: tokens.space.xs })

/** The height of the five rows that follow. */
export const reserved = style({ display: 'grid', minBlockSize: `calc(5 * ${tokens.size.tabBar})` })

/** The places form one column, so that bars begin at the same position and can be compared. */
const line = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `minmax(${tokens.size.place}, auto) auto minmax(0, 1fr)`,
  alignItems: 'center',
  gap: tokens.space.s,
  paddingBlock: tokens.space.s,
  paddingInline: tokens.space.s,
  borderRadius: tokens.radius.m,
})
export const row = styleVariants({ others: [line], own: [line, { background: theme.surface.raised }] })

export const ellipsis = style([
  line,
  { display: 'block', color: theme.text.quiet, textAlign: 'center', fontWeight: tokens.weight.bold },
])

/** The whole row opens the profile. */
export const name = style({ ...plainLink, '::after': { content: '""', position: 'absolute', inset: 0 } })

export const track = style({
  blockSize: tokens.size.dot,
  borderRadius: tokens.radius.pill,
  background: theme.surface.line,
  overflow: 'hidden',
})

/** One play in ten thousand remains visible. */
const filled = style({
  blockSize: '100%',
  minInlineSize: tokens.border.thick,
  forcedColorAdjust: 'none',
})
export const bar = styleVariants({
  others: [filled, { background: theme.side.b.fill }],
  own: [filled, { background: theme.side.a.fill }],
})
