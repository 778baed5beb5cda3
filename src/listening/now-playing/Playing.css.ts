import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Has its height before and after the tracks. */
export const row = style({
  minBlockSize: tokens.size.playingRow,
  paddingInline: tokens.gutter,
  paddingBlock: tokens.space.m,
  selectors: {
    // In the stored feed, before the app starts without a connection: it has no such row then.
    '[data-offline]:not([hidden]) ~ * &': { display: 'none' },
  },
})

/** Beside the sleeve: takes the remaining width, and truncates long names. Large text moves buttons below. */
export const words = style({ flex: `1 1 ${tokens.size.name}`, minInlineSize: 0 })
