import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const legend = style({ padding: 0, paddingBlockEnd: tokens.space.xs })
