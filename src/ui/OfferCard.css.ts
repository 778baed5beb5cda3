import { style } from '@vanilla-extract/css'
import { tokens } from './tokens.css.ts'

export const place = style({ paddingInline: tokens.gutter, paddingBlock: tokens.space.s })

export const mark = style({ flex: 'none', inlineSize: tokens.size.avatarM })
