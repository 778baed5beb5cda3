import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const place = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })

export const inside = style({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: tokens.space.m })

export const mark = style({ inlineSize: tokens.size.avatarM })

/** An icon in running text. */
export const glyph = style({ display: 'inline-block', verticalAlign: 'text-bottom', marginInline: tokens.space.xs })
