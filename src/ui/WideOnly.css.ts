import { style } from '@vanilla-extract/css'
import { media } from './tokens.css.ts'

export const wideOnly = style({ display: 'none', '@media': { [media.beside]: { display: 'contents' } } })
