import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const composer = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  gap: tokens.space.s,
  flex: 'none',
  paddingBlock: tokens.space.s,
  paddingInline: tokens.gutter,
  paddingBlockEnd: `max(${tokens.space.s}, env(safe-area-inset-bottom))`,
  borderBlockStart: `${tokens.border.hair} solid ${theme.surface.line}`,
})

export const field = style({ flex: 1, minInlineSize: 0 })

/** As high as one line of the field beside it. */
export const send = style({ display: 'grid', alignItems: 'center', minBlockSize: tokens.size.control })

/** The attached track takes the row above the field. */
export const attached = style({ ...inRow('m'), flex: '1 0 100%', minInlineSize: 0 })
