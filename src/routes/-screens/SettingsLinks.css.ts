import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'

/** The arrow at the end of the row. */
export const end = style({ display: 'flex', marginInlineStart: 'auto', color: theme.text.quiet })
