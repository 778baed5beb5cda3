import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const progress = style({
  inlineSize: '100%',
  blockSize: tokens.size.dot,
  accentColor: theme.side.b.fill,
})
