import { style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const group = style({ border: 'none', margin: 0, padding: 0, minInlineSize: 0 })
export const legend = style({ padding: 0, paddingBlockEnd: tokens.space.xs })
export const options = style({ display: 'flex', flexWrap: 'wrap', columnGap: tokens.space.xl })
export const option = style({
  display: 'flex',
  alignItems: 'center',
  gap: tokens.space.s,
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.text,
  cursor: 'pointer',
})
