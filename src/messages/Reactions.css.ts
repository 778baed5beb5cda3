import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const reactions = style({
  position: 'relative',
  minBlockSize: tokens.size.avatarS,
  paddingInline: tokens.space.s,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.pill,
  background: theme.surface.raised,
  color: theme.text.main,
  fontSize: tokens.type.m,
  cursor: 'pointer',
  // The area of touch.
  '::after': { content: '""', position: 'absolute', inset: `calc(-1 * ${tokens.space.m})` },
})
