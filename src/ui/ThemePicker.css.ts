import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#src/ui/theme.css.ts'
import { tokens } from '#src/ui/tokens.css.ts'
import { capitals, inRow } from './rules.ts'

export const legend = style({ ...capitals, paddingBlockEnd: tokens.space.m })

export const option = style({
  ...inRow('m'),
  minBlockSize: tokens.size.target,
  accentColor: theme.side.b.text,
  cursor: 'pointer',
})

/** Grows with the text. */
globalStyle(`${option} > input`, { inlineSize: tokens.type.s, blockSize: tokens.type.s })
