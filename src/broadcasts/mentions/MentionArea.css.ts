import { style } from '@vanilla-extract/css'

/** The offered members are placed relative to the field. */
export const box = style({ position: 'relative' })
