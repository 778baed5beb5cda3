import { style } from '@vanilla-extract/css'

export const list = style({ position: 'relative' })

/** Its offset is measured and set by script. */
export const row = style({ position: 'absolute', insetBlockStart: 0, insetInline: 0 })
