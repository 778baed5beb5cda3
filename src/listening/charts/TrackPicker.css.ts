import { style } from '@vanilla-extract/css'
import { inRow } from '#src/ui/rules.ts'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'

export const list = style({ display: 'grid', gap: tokens.space.s })

export const choice = style({
  ...inRow('m'),
  cursor: 'pointer',
  contentVisibility: 'auto',
  // As high as its sleeve, so that what is below does not move when it is rendered.
  containIntrinsicBlockSize: `auto ${tokens.size.sleeveS}`,
})
export const active = style({ outline: `${tokens.border.thick} solid ${theme.focus}` })
