import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** The height that the bars in their card will have. */
export const reserved = style({ display: 'grid', minBlockSize: tokens.size.monthChart })
