import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const place = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })
