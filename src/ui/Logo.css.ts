import { style } from '@vanilla-extract/css'

export const logo = style({ inlineSize: '100%', blockSize: '100%', forcedColorAdjust: 'none' })
