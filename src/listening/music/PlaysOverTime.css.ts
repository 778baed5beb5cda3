import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** The height that the bars in their card will have. */
export const reserved = style({ minBlockSize: tokens.size.monthChart })
