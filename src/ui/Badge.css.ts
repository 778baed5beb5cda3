import { style, styleVariants } from '@vanilla-extract/css'
import { displayFont } from './display-font.css.ts'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.space.m,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.pill,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.bold,
  lineHeight: tokens.leading.snug,
  // Does not wrap, unless large text exceeds the line.
  maxInlineSize: '100%',
})

export const badge = styleVariants({
  action: [base, { background: theme.side.a.tint, color: theme.side.a.onTint }],
  completed: [base, { background: theme.side.b.tint, color: theme.side.b.onTint }],
  pending: [base, { background: theme.swag.tint, color: theme.swag.onTint }],
  quiet: [base, { background: theme.surface.raised, color: theme.text.quiet, borderColor: theme.surface.line }],
})

export const count = style([
  displayFont,
  {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    minInlineSize: tokens.size.count,
    whiteSpace: 'nowrap',
    paddingInline: tokens.space.xs,
    border: `${tokens.border.hair} solid transparent`,
    borderRadius: tokens.radius.pill,
    background: theme.side.a.fill,
    color: theme.side.a.on,
    // Large text grows until it would cover the icon beside it.
    fontSize: `min(${tokens.type.s}, 5vw)`,
    fontWeight: tokens.weight.bold,
    lineHeight: tokens.leading.snug,
  },
])
