import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** In the display font, which loads later, the names would take another number of lines. */
export const name = style({ fontFamily: tokens.font.body })
