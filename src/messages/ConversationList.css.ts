import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Beside the time; with large text the time moves below. */
export const words = style({ flex: `1 1 ${tokens.size.name}`, minInlineSize: 0 })
