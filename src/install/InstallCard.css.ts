import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const glyph = style({ display: 'inline-block', verticalAlign: 'text-bottom', marginInline: tokens.space.xs })
