import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const value = style({
  fontFamily: 'ui-monospace, monospace',
  fontSize: tokens.type.s,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  userSelect: 'all',
  flex: 1,
  minInlineSize: 0,
})

/** A touch target. */
export const summary = style({ paddingBlock: tokens.space.m, cursor: 'pointer', fontWeight: tokens.weight.medium })

export const settings = style({ margin: 0, display: 'grid', gap: tokens.space.m })
export const label = style({ fontSize: tokens.type.s, color: theme.text.quiet })
export const line = style({ display: 'flex', gap: tokens.space.s, alignItems: 'center', margin: 0 })
export const fact = style({ margin: 0, overflowWrap: 'anywhere' })
