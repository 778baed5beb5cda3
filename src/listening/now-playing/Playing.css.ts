import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Has its height before and after the tracks. */
export const row = style({ minBlockSize: tokens.size.playingRow })

export const none = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.m })

/** In one row; the overflow scrolls. */
export const strip = style({
  display: 'flex',
  gap: tokens.space.m,
  overflowX: 'auto',
  paddingInline: tokens.gutter,
  paddingBlock: tokens.space.m,
  scrollbarWidth: 'none',
})

export const item = style({ flex: 'none', inlineSize: 'min(17rem, 78vw)' })

/** Beside the sleeve: takes the remaining width, and truncates long names. */
export const words = style({ flex: 1, minInlineSize: 0 })
