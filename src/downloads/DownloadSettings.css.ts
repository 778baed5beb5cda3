import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const group = style({ border: 'none', margin: 0, padding: 0, minInlineSize: 0 })
export const legend = style({ padding: 0, paddingBlockEnd: tokens.space.xs })
