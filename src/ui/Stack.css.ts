import { style, styleVariants } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

export const stack = style({ display: 'flex', flexDirection: 'column', minInlineSize: 0 })

export const row = style({ display: 'flex', flexDirection: 'row', minInlineSize: 0 })

export const wrap = style({ flexWrap: 'wrap' })

export const gap = styleVariants(tokens.space, (value) => ({ gap: value }))

export const align = styleVariants({
  start: { alignItems: 'flex-start' },
  center: { alignItems: 'center' },
  end: { alignItems: 'flex-end' },
  stretch: { alignItems: 'stretch' },
  baseline: { alignItems: 'baseline' },
})

export const justify = styleVariants({
  start: { justifyContent: 'flex-start' },
  between: { justifyContent: 'space-between' },
  center: { justifyContent: 'center' },
  end: { justifyContent: 'flex-end' },
})

/** Fills the remaining space and may shrink below its content, or wraps in a row. */
export const grow = styleVariants({
  words: { flex: `1 1 ${tokens.size.words}`, minInlineSize: 0 },
  content: { flex: '1 1 auto', minInlineSize: 0 },
})
