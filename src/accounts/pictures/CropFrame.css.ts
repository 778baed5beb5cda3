import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const canvas = style({
  inlineSize: `min(${tokens.size.crop}, 60vw, 45dvb)`,
  blockSize: 'auto',
  aspectRatio: '1',
  marginInline: 'auto',
  borderRadius: tokens.radius.pill,
  border: `${tokens.border.hair} solid ${theme.surface.line}`,
  cursor: 'grab',
  touchAction: 'none',
})

export const slider = style({
  display: 'grid',
  gridTemplateColumns: `minmax(${tokens.size.sleeveL}, auto) minmax(0, 1fr)`,
  alignItems: 'center',
  gap: tokens.space.m,
})

export const range = style({
  inlineSize: '100%',
  minInlineSize: 0,
  margin: 0,
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.fill,
})
