import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const emojis = style({
  display: 'grid',
  gridTemplateColumns: `repeat(auto-fit, minmax(${tokens.size.target}, 1fr))`,
  gap: tokens.space.xs,
})

export const emoji = style({
  minBlockSize: tokens.size.target,
  textAlign: 'center',
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  borderRadius: tokens.radius.m,
  background: theme.surface.raised,
  color: theme.text.main,
  fontSize: tokens.type.xl,
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': { background: theme.side.b.tint, borderColor: theme.side.b.fill },
  },
})
