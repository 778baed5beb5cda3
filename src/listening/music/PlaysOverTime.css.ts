import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const bars = style({
  display: 'block',
  inlineSize: '100%',
  blockSize: tokens.size.area,
  fill: theme.side.b.fill,
  forcedColorAdjust: 'none',
})
/** The height that the bars in their card will have. */
export const reserved = style({ minBlockSize: tokens.size.monthChart })

/** The baseline for months without plays. */
export const ground = style({ fill: theme.surface.line })

export const summary = style({ cursor: 'pointer', color: theme.text.quiet, paddingBlock: tokens.space.s })
export const table = style({ inlineSize: '100%', borderCollapse: 'collapse' })
export const cell = style({
  paddingBlock: tokens.space.xs,
  textAlign: 'start',
  borderBlockEnd: `${tokens.border.hair} solid ${theme.surface.line}`,
})
