import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const foot = style({ padding: tokens.space.l, color: theme.text.quiet, textAlign: 'center' })
