import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** The space below is part of the row, so that it is measured. */
export const row = style({ paddingBlockEnd: tokens.space.m })
