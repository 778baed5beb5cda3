import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

/** A script sets `left` and `top`; the tooltip is in the top layer, so nothing clips it. */
export const tooltip = style({
  position: 'fixed',
  margin: 0,
  inset: 'auto',
  maxInlineSize: tokens.size.tooltip,
  paddingBlock: tokens.space.xs,
  paddingInline: tokens.space.m,
  border: `${tokens.border.hair} solid transparent`,
  borderRadius: tokens.radius.s,
  background: theme.text.main,
  color: theme.surface.ground,
  fontFamily: tokens.font.body,
  fontSize: tokens.type.s,
  fontWeight: tokens.weight.medium,
  lineHeight: tokens.leading.snug,
})
