import { globalStyle, style } from '@vanilla-extract/css'
import { inRows } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const row = style({
  position: 'relative',
  ...inRows('m'),
  paddingBlock: tokens.space.m,
  paddingInline: tokens.gutter,
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
  // The last row of a card has the card's own edge.
  selectors: { 'li:last-child > &': { borderBlockEnd: 'none' } },
})

/** The whole row opens the profile. */
globalStyle(`${row} a::after`, { content: '""', position: 'absolute', inset: 0 })

/** A name has room for eight letters before the button goes below it. */
export const words = style({ display: 'grid', flex: `1 1 ${tokens.size.name}`, minInlineSize: 0 })
