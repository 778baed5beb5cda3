import { style } from '@vanilla-extract/css'
import { theme } from './theme.css.ts'
import { tokens } from './tokens.css.ts'

export const stack = style({ display: 'flex', flex: 'none' })

export const member = style({
  borderRadius: tokens.radius.pill,
  border: `${tokens.border.thick} solid ${theme.surface.ground}`,
  selectors: {
    '&:first-child': { marginInlineStart: `calc(-1 * ${tokens.border.thick})` },
    '& + &': { marginInlineStart: `calc(-1 * ${tokens.space.s})` },
  },
})
