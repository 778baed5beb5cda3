import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

export const strip = style({ padding: `${tokens.space.s} ${tokens.gutter}` })
