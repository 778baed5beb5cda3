import { style } from '@vanilla-extract/css'

/** A number and its unit do not wrap. */
export const time = style({ whiteSpace: 'nowrap' })
