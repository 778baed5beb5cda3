import { style } from '@vanilla-extract/css'
import { tokens } from '#src/ui/tokens.css.ts'

/** Both avatars at their full size, beside names that break. */
export const avatars = style({ display: 'flex', flex: 'none', gap: tokens.space.xs })
