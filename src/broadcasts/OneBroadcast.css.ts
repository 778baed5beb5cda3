import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Around a broadcast on its own screen. */
export const alone = style({ paddingInline: tokens.space.m, paddingBlockStart: tokens.space.m })

/** Below a broadcast on its own screen. */
export const below = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })
