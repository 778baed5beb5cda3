import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const mention = style({
  color: theme.side.b.text,
  fontWeight: tokens.weight.medium,
  textDecoration: 'none',
  ':hover': { textDecoration: 'underline' },
})
