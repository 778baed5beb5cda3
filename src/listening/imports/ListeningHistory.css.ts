import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const drop = style({
  display: 'grid',
  gap: tokens.space.m,
  justifyItems: 'center',
  textAlign: 'center',
  padding: tokens.space.xl,
  border: `${tokens.border.thick} dashed ${theme.surface.line}`,
  borderRadius: tokens.radius.l,
  selectors: { '&[data-over="true"]': { borderColor: theme.side.b.fill, background: theme.side.b.tint } },
})

export const progress = style({
  inlineSize: '100%',
  blockSize: tokens.size.dot,
  appearance: 'none',
  border: 'none',
  borderRadius: tokens.radius.pill,
  overflow: 'hidden',
  background: theme.surface.line,
  accentColor: theme.side.b.fill,
  selectors: {
    '&::-webkit-progress-bar': { background: theme.surface.line },
    '&::-webkit-progress-value': { background: theme.side.b.fill },
    '&::-moz-progress-bar': { background: theme.side.b.fill },
  },
})

/** A touch target. */
export const summary = style({ paddingBlock: tokens.space.m, cursor: 'pointer' })

export const name = style({ overflowWrap: 'anywhere' })
export const formats = style({
  listStyle: 'disc',
  paddingInlineStart: tokens.space.l,
  display: 'grid',
  gap: tokens.space.xs,
})
