import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const legend = style({ padding: 0, paddingBlockEnd: tokens.space.xs })
export const options = style({ display: 'flex', flexWrap: 'wrap', columnGap: tokens.space.xl })
export const option = style({
  ...inRow('s'),
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.text,
  cursor: 'pointer',
})
