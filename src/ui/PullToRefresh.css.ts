import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

/** Comes from above the page with the finger; script sets how far. */
export const indicator = style({
  position: 'fixed',
  insetBlockStart: `calc(env(safe-area-inset-top, 0px) - ${tokens.size.target})`,
  insetInline: 0,
  marginInline: 'auto',
  zIndex: tokens.layer.bar,
  display: 'grid',
  placeItems: 'center',
  inlineSize: tokens.size.target,
  blockSize: tokens.size.target,
  borderRadius: tokens.radius.pill,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  background: theme.surface.raised,
  color: theme.text.quiet,
  pointerEvents: 'none',
})

/** Far enough: letting go refreshes. */
export const ready = style({ color: theme.side.a.fill })
